import type { FormEvent, ReactElement, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { adoptSheet } from '../../theme/sheets.ts'
import { SlottedContext } from '../input.tsx'
import { slottedInputCss } from './slotted-input.css.ts'
import { ShellContext, SlottedInput } from './slotted-input.tsx'

/** The host is the page's own element. What a shadow root says of it with weight, no weight of the page's outdoes. */
const hostCss = ':host{all:initial!important;display:block!important}:host::before,:host::after{content:none!important}'

/** The browser's own eye, where it has one, would be the second; a shadow root cannot say so. */
const pageCss = 'input[slot^=latchkey]::-ms-reveal{display:none}'

/**
 * Draws its children in an open shadow root, out of reach of the page's style sheets. Their inputs stand in the
 * document and are only shown in the root: whoever looks for them finds them, with a form that owns them.
 */
export function ShadowShell({ children }: { readonly children: ReactNode }): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const form = useUniqueId()
  const [shell, setShell] = useState<{ readonly host: HTMLElement; readonly root: ShadowRoot } | null>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    // Mounted twice (StrictMode), an element keeps the root it has.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    adoptSheet(root, hostCss)
    adoptSheet(root, slottedInputCss)
    adoptSheet(element, pageCss)
    setShell({ host: element, root })
  }, [])

  /** What Enter does in a form: it presses the button, where there is one. */
  function submit(event: FormEvent): void {
    event.preventDefault()
    const shown = shell?.root.querySelector('form slot')?.closest('form')
    const button = shown?.querySelector<HTMLElement>('[type=submit]')
    if (button) button.click()
    else shown?.requestSubmit()
  }

  return (
    <div ref={host}>
      {/* Has no slot, and so is not to be seen. */}
      <form id={form} noValidate onSubmit={submit}>
        <button type="submit" tabIndex={-1} />
      </form>
      {shell &&
        createPortal(
          <ShellContext.Provider value={{ host: shell.host, form }}>
            <SlottedContext.Provider value={SlottedInput}>{children}</SlottedContext.Provider>
          </ShellContext.Provider>,
          shell.root,
        )}
    </div>
  )
}
