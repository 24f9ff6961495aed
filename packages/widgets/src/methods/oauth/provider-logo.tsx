import type { OAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useMemo } from 'react'
import { useLoaded } from '../../widget/use-loaded.ts'
import { loadLogo } from './load-logo.ts'

/** A provider's logo. Its space is reserved while it loads; the button has its name without it. */
export function ProviderLogo({ name }: { readonly name: OAuthProvider }): ReactElement {
  const { value } = useLoaded(useMemo(() => () => loadLogo(name), [name]))
  return (
    <svg className="latchkey-method-icon" viewBox="0 0 240 240" aria-hidden="true">
      {value?.map(([color, path]) => (
        <path key={path} fill={color ?? 'currentColor'} d={path} />
      ))}
    </svg>
  )
}
