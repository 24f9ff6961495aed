/**
 * May a widget move the focus? If it is in the widget, or was until a moment ago. Whoever types elsewhere on the page
 * keeps typing there.
 */
export function mayTakeFocus(element: HTMLElement): boolean {
  const { body, activeElement } = element.ownerDocument
  // Its own root knows better: the document does not see into one that is closed.
  let active = (element.getRootNode() as Document | ShadowRoot).activeElement ?? activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  // What had it is gone: then the body has it.
  return (
    !active || active === body || active.contains(element) || element.closest('.latchkey')?.contains(active) === true
  )
}

/**
 * After a change of screen focus goes to what the new one offers first, or to its heading: a keyboard goes on where it
 * was, and a screen reader says what is new.
 */
export function takeFocus(frame: HTMLElement): void {
  const target =
    frame.querySelector<HTMLElement>('[data-focus]') ?? frame.querySelector('input') ?? frame.querySelector('button')
  if (target && mayTakeFocus(frame)) target.focus()
}
