import { accessDomProperty } from '@latchkey/client/internal'
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** Moves the focus with the button when the prompt replaces it or is replaced by it. */
export function useFocusKept(isEmbedded: boolean, id: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(isEmbedded)
  // Read while the button still exists.
  const isHeld = box.current?.contains(
    accessDomProperty(box.current.getRootNode() as Document | ShadowRoot, 'activeElement'),
  )
  useLayoutEffect(() => {
    const element = box.current
    if (!element || before.current === isEmbedded) return
    before.current = isEmbedded
    const { ownerDocument: page } = element
    if (isEmbedded) {
      if (isHeld) Document.prototype.getElementById.call(page, id)?.querySelector('iframe')?.focus()
      // Google's element had the focus and was removed.
    } else if (accessDomProperty(page, 'activeElement') === accessDomProperty(page, 'body')) {
      element.querySelector('button')?.focus()
    }
  })
  return box
}
