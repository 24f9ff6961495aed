import type { FormEvent, ReactElement, ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { adoptSheet } from '../../theme/sheets.ts'
import { SlottedContext } from '../controls/input.tsx'
import { ShellContext, SlottedInput } from './slotted-input.tsx'

/**
 * The page's style sheets apply to slotted elements, but `!important` inside the shadow root wins over them. The box
 * around an input carries its styles. A Google prompt is in a plain block.
 */
const slottedInputCss = `
.latchkey-input.latchkey-box{position:relative}
.latchkey-box[data-invalid=true]{border-color:var(--_e)}
.latchkey-slot{display:contents;padding:inherit;text-overflow:inherit}
::slotted(input){all:unset!important;--_s:inherit!important;box-sizing:border-box!important;direction:inherit!important;position:absolute!important;inset:0!important;width:100%!important;height:100%!important;padding:inherit!important;text-overflow:inherit!important}
::slotted(div){all:unset!important;display:block!important}
::slotted(div)::before,::slotted(div)::after{content:none!important}
::slotted(input)::placeholder{color:var(--latchkey-inputs-placeholder-color,var(--_s))!important;opacity:1!important}
`

/** The host element belongs to the page. `!important` inside the shadow root wins over `!important` of the page. */
const hostCss = ':host{all:initial!important;display:block!important}:host::before,:host::after{content:none!important}'

/** Hides the show button of the browser. A rule in the shadow root does not reach the slotted input. */
const pageCss = 'input[slot^=latchkey]::-ms-reveal{display:none}'

/**
 * Renders its children in an open shadow root, where the page's style sheets do not apply. Inputs are in the document
 * and slotted into the root, so that password managers find them and the form that owns them.
 */
export function ShadowShell({ children }: { readonly children: ReactNode }): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const form = useUniqueId()
  const [shell, setShell] = useState<{ readonly host: HTMLElement; readonly root: ShadowRoot } | null>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    // An element that is mounted twice (StrictMode) keeps its root.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    adoptSheet(root, hostCss)
    adoptSheet(root, slottedInputCss)
    adoptSheet(element, pageCss)
    setShell({ host: element, root })
  }, [])

  /** Enter clicks the submit button of the form. */
  function submit(event: FormEvent): void {
    event.preventDefault()
    const shown = shell?.root.querySelector('form slot')?.closest('form')
    const button = shown?.querySelector<HTMLElement>('[type=submit]')
    if (button) button.click()
    else shown?.requestSubmit()
  }

  return (
    <div ref={host}>
      {/* Has no slot, so it is not rendered. */}
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
