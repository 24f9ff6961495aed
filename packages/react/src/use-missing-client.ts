import type { Client } from '@latchkey/client'
import { useEffect, useState } from 'react'

/** A host page may create its client in an effect. One that takes longer than this has none. */
const graceMs = 3_000

/** What to show in place of a client that is still missing; empty while there is one or while one may come. */
export function useMissingClient(client: Client | null): string {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (client) return
    const timer = setTimeout(
      () =>
        import('./diagnostics/missing-client.ts').then(
          ({ reportMissingClient }) => setMessage(reportMissingClient(globalThis.window)),
          () => {},
        ),
      graceMs,
    )
    return () => clearTimeout(timer)
  }, [client])
  return client ? '' : message
}
