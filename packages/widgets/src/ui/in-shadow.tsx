import type { ReactElement, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { adoptSheet } from '../theme/sheets.ts'

/** The host is the page's own element. What a shadow root says of it with weight, no weight of the page's outdoes. */
const hostCss = ':host{all:initial!important;display:block!important}:host::before,:host::after{content:none!important}'

/** Draws its children in an open shadow root, out of reach of the page's style sheets. */
export function InShadow({ children }: { readonly children: ReactNode }): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    // Mounted twice (StrictMode), an element keeps the root it has.
    const own = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    adoptSheet(own, hostCss)
    setRoot(own)
  }, [])
  return <div ref={host}>{root && createPortal(children, root)}</div>
}
