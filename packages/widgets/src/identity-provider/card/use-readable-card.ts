import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitCard, leaveTopLayer, outermost, parentOf, viewOf } from './fit-card.ts'
import { makeLegible } from './make-legible.ts'

/** Keeps a card readable and inside of what can be seen, also when the theme, the window or the page changes. */
export function useReadableCard(place: RefObject<HTMLElement | null>): { readonly isCut: boolean } {
  const [isCut, setIsCut] = useState(false)
  const undo = useRef<() => void>(() => undefined)
  const enforce = useRef((isResized: boolean): void => {
    const content = place.current
    const root = content?.closest<HTMLElement>('.latchkey')
    const card = content?.closest<HTMLElement>('.latchkey-container')
    if (!content || !root || !card) return
    undo.current()
    undo.current = makeLegible(card, content)
    setIsCut(fitCard(root, card, content, isResized))
  })
  useLayoutEffect(() => enforce.current(false))
  useEffect(() => {
    const content = place.current
    const root = content?.closest<HTMLElement>('.latchkey')
    const view = content && viewOf(content)
    if (!content || !root || !view) return undefined
    let frame = 0
    const run = (isResized: boolean): void => {
      view.cancelAnimationFrame(frame)
      frame = view.requestAnimationFrame(() => enforce.current(isResized))
    }
    const [resized, changed] = [() => run(true), () => run(false)]
    const scheme = view.matchMedia?.('(prefers-color-scheme:dark)')
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(changed)
    const attributes = new MutationObserver(changed)
    for (const one of [parentOf(root), content.parentElement]) if (one) sizes?.observe(one)
    // Host pages switch their colors this way.
    for (const one of outermost(content)) attributes.observe(one, { attributes: true })
    view.addEventListener('resize', resized)
    scheme?.addEventListener('change', changed)
    return () => {
      view.cancelAnimationFrame(frame)
      sizes?.disconnect()
      attributes.disconnect()
      view.removeEventListener('resize', resized)
      scheme?.removeEventListener('change', changed)
      undo.current()
      leaveTopLayer(root)
    }
  }, [place])
  return { isCut }
}
