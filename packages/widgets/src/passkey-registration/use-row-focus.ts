import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { mayTakeFocus } from '../a11y/may-take-focus.ts'

/**
 * Moves the focus to a row that asks for input, and afterwards back to the button that opened it, or to the heading if
 * the row is gone.
 */
export function useRowFocus(place: RefObject<HTMLElement | null>, current: string | null): void {
  const before = useRef<{ readonly id: string; readonly action: string } | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const within = (id: string, action: string): HTMLElement | null =>
      element.querySelector(`[data-passkey="${CSS.escape(id)}"] [data-action=${action}]`)
    const now = current ? within(current, 'now') : null
    const left = before.current
    before.current = current && now ? { id: current, action: now.localName === 'input' ? 'rename' : 'delete' } : null
    const target = now ?? (left && (within(left.id, left.action) ?? element.querySelector<HTMLElement>('h2')))
    if (!target || !mayTakeFocus(element)) return
    target.focus()
    if (target.localName === 'input') (target as HTMLInputElement).select()
  }, [place, current])
}
