import type { OAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import type { MarkPiece } from './load-mark.ts'
import { loadMark } from './load-mark.ts'

/** A provider's mark. It is loaded, and its place is kept until it is there; a button without one still has its name. */
export function Mark({ name }: { readonly name: OAuthProvider }): ReactElement {
  const [pieces, setPieces] = useState<readonly MarkPiece[]>([])
  useEffect(() => {
    let isWanted = true
    const show = (loaded: readonly MarkPiece[]): void => {
      if (isWanted) setPieces(loaded)
    }
    loadMark(name).then(show, () => undefined)
    return () => {
      isWanted = false
    }
  }, [name])
  return (
    <svg className="latchkey-mark" viewBox="0 0 240 240" aria-hidden="true">
      {pieces.map(([color, path]) => (
        <path key={path} fill={color ?? 'currentColor'} d={path} />
      ))}
    </svg>
  )
}
