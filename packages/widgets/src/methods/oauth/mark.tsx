import type { OAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useMemo } from 'react'
import { useLoaded } from '../../widget/use-loaded.ts'
import { loadMark } from './load-mark.ts'

/** A provider's mark. It is loaded, and its place is kept until it is there; a button without one still has its name. */
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
