import type { OAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import type { MarkPieces } from './mark-pieces.ts'

/** A provider's mark. It is loaded, and its place is kept until it is there; a button without one still has its name. */
export function Mark({ name }: { readonly name: OAuthProvider }): ReactElement {
  const [pieces, setPieces] = useState<MarkPieces>([])
  useEffect(() => {
    let isWanted = true
    const show = (loaded: MarkPieces): void => {
      if (isWanted) setPieces(loaded)
    }
    import('./load-mark.ts').then(({ loadMark }) => loadMark(name)).then(show, () => undefined)
    return () => {
      isWanted = false
    }
  }, [name])
  return (
    <svg className="latchkey-mark" viewBox="0 0 24 24" aria-hidden="true">
      {pieces.map(([color, path]) => (
        <path key={path} fill={color} d={path} />
      ))}
    </svg>
  )
}
