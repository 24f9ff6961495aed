import { mayTakeFocus } from './may-take-focus.ts'

/**
 * Moves the focus to the first input of a new screen or to its heading, so that keyboard users continue there and
 * screen readers announce the screen.
 */
export function takeFocus(frame: HTMLElement): void {
  const first = (what: string) => frame.querySelector<HTMLElement & Partial<HTMLSlotElement>>(what)
  const target = first('[data-focus]') ?? first('input,form slot') ?? first('button')
  // Slotted elements are in the document.
  const shown = (target?.assignedElements?.()[0] as HTMLElement | undefined) ?? target
  if (shown && mayTakeFocus(frame)) shown.focus()
}
