import type { RefObject } from 'react'
import { useEffect } from 'react'

const timing = { duration: 200, easing: 'cubic-bezier(.2,.8,.2,1)' }

/**
 * Eases the height of the card from one screen to the next, if the theme has motion and the user does not prefer less.
 * Observers of sizes run before the browser paints: the new height is never seen before the animation begins.
 */
export function useEasedHeight(inFrame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = inFrame.current?.closest<HTMLElement>('.latchkey')
    const card = frame?.querySelector<HTMLElement>('.latchkey-container')
    if (!frame || !card || typeof ResizeObserver === 'undefined') return undefined
    let [width, height] = [card.offsetWidth, card.offsetHeight]
    let isRunning = false
    const observer = new ResizeObserver(() => {
      if (isRunning) return
      const before = height
      const isSameWidth = width === card.offsetWidth
      width = card.offsetWidth
      height = card.offsetHeight
      const isWanted = frame.dataset.motion === 'quiet' && !matchMedia('(prefers-reduced-motion:reduce)').matches
      if (!isWanted || !isSameWidth || before === height) return
      isRunning = true
      const heights = [before, height].map((one) => ({ height: `${one}px`, overflow: 'clip' }))
      card.animate(heights, timing).onfinish = () => {
        isRunning = false
        height = card.offsetHeight
      }
    })
    observer.observe(card)
    return () => observer.disconnect()
  }, [inFrame])
}
