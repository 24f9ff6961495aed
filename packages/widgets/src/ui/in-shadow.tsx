import type { ReactElement, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/** Draws its children in an open shadow root, out of reach of the page's style sheets. */
export function InShadow({ children }: { readonly children: ReactNode }): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useLayoutEffect(() => {
    const element = host.current
    // Mounted twice (StrictMode), an element keeps the root it has.
    if (element) setRoot(element.shadowRoot ?? element.attachShadow({ mode: 'open' }))
  }, [])
  return <div ref={host}>{root && createPortal(children, root)}</div>
}
