import { useClient } from '@latchkey/react'
import { useEffect, useState } from 'react'
import { type ScopeChoice, scopeChoices, standardChoices } from './scope-choices.ts'

export function useScopeChoices(): readonly ScopeChoice[] {
  const client = useClient()
  const [choices, setChoices] = useState(standardChoices)
  useEffect(() => {
    client.bootstrap.get().then(
      (data) => setChoices(scopeChoices(data)),
      // The standard scopes remain if the request fails.
      () => undefined,
    )
  }, [client])
  return choices
}
