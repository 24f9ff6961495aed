import { mayTakeFocus } from './may-take-focus.ts'

/**
 * After a change of screen focus goes to what the new one offers first, or to its heading: a keyboard goes on where it
 * was, and a screen reader says what is new.
 */
export function takeFocus(frame: HTMLElement): void {
  const first = (what: string) => frame.querySelector<HTMLElement & Partial<HTMLSlotElement>>(what)
  const target = first('[data-focus]') ?? first('input,form slot') ?? first('button')
  // What a slot shows stands in the document.
  const shown = (target?.assignedElements?.()[0] as HTMLElement | undefined) ?? target
  if (shown && mayTakeFocus(frame)) shown.focus()
}
