import type { OAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useMemo } from 'react'
import { useLoaded } from '../../widget/use-loaded.ts'
import { loadMark } from './load-mark.ts'

/** A provider's logo. Its space is reserved while it loads; the button has its name without it. */
export function Mark({ name }: { readonly name: OAuthProvider }): ReactElement {
  const { value } = useLoaded(useMemo(() => () => loadMark(name), [name]))
  return (
    <svg className="latchkey-mark" viewBox="0 0 240 240" aria-hidden="true">
      {value?.map(([color, path]) => (
        <path key={path} fill={color ?? 'currentColor'} d={path} />
      ))}
    </svg>
  )
}
