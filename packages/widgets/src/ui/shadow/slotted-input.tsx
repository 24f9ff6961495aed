import type { Context, ReactElement } from 'react'
import { createContext, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import type { InputProps } from '../controls/input.tsx'

/** The element in the document that holds the inputs of a shadow root, and the form that owns them. */
export const ShellContext: Context<{ readonly host: HTMLElement; readonly form: string } | null> = createContext<{
  readonly host: HTMLElement
  readonly form: string
} | null>(null)

/**
 * An input in the document that is slotted into a box of the shadow root. ARIA ids do not work across the boundary, so
 * label and description are repeated next to the input.
 */
export function SlottedInput(props: InputProps): ReactElement | null {
  const { className, part, inputRef, 'data-focus': takesFocus, ...native } = props
  const { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy, ...plain } = native
  const shell = useContext(ShellContext)
  const name = useUniqueId()
  const id = native.id ?? name
  const slot = useRef<HTMLSlotElement>(null)
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own

  useLayoutEffect(() => {
    const root = slot.current?.getRootNode() as ShadowRoot | undefined
    if (!root || !input.current) return
    const readTexts = (ids = ''): string =>
      ids
        .split(' ')
        .flatMap((one) => (one && root.getElementById(one)) || [])
        .map(spoken)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim()
    say(input.current, 'aria-label', labelledBy ? readTexts(labelledBy) : (labelOf(root, id)?.textContent ?? ''))
    say(input.current, 'aria-description', readTexts(describedBy))
    // The language of the widget's texts may differ from the page's.
    const language = slot.current?.closest<HTMLElement>('.latchkey')?.lang
    if (language) say(input.current, 'lang', language)
  })

  useEffect(() => {
    const label = slot.current && labelOf(slot.current.getRootNode() as ShadowRoot, id)
    const focus = (): void => input.current?.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [id, input])

  if (!shell) return null
  return (
    <span className={`${className} latchkey-box`} part={part} data-invalid={native['aria-invalid']}>
      <slot ref={slot} className="latchkey-slot" name={name} data-focus={takesFocus} />
      {createPortal(<input {...plain} ref={input} id={id} slot={name} form={shell.form} />, shell.host)}
    </span>
  )
}

/** The text of a describing element, with a space between blocks. */
function spoken(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? ''
  const label = node.getAttribute('aria-label')
  if (label) return ` ${label} `
  const words = node.ariaHidden === 'true' ? '' : [...node.childNodes].map(spoken).join('')
  return /^(div|li|p|ul)$/.test(node.localName) ? ` ${words} ` : words
}

function say(input: HTMLElement, attribute: string, words: string): void {
  if (input.getAttribute(attribute) !== words) input.setAttribute(attribute, words)
}

function labelOf(root: ShadowRoot, id: string): HTMLElement | null {
  return root.querySelector(`label[for="${id}"]`)
}
