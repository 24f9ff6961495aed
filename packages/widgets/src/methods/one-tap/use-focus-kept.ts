import { ownOf } from '@latchkey/client/internal'
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** Where the prompt takes the button's place, or gives it back, whoever stands there with the keyboard goes along. */
export function useFocusKept(isEmbedded: boolean, id: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(isEmbedded)
  // Looked at while the button is still there.
  const isHeld = box.current?.contains(ownOf(box.current.getRootNode() as Document | ShadowRoot, 'activeElement'))
  useLayoutEffect(() => {
    const element = box.current
    if (!element || before.current === isEmbedded) return
    before.current = isEmbedded
    const { ownerDocument: page } = element
    if (isEmbedded) {
      if (isHeld) Document.prototype.getElementById.call(page, id)?.querySelector('iframe')?.focus()
      // What Google has taken away has left the focus to nobody.
    } else if (ownOf(page, 'activeElement') === ownOf(page, 'body')) {
      element.querySelector('button')?.focus()
    }
  })
  return box
}
