import { ownOf } from '@latchkey/client/internal'

/**
 * May a widget move the focus? If it is in the widget, or was until a moment ago. Whoever types elsewhere on the page
 * keeps typing there.
 */
export function mayTakeFocus(element: HTMLElement): boolean {
  // Its own root knows better: the document does not see into one that is closed.
  let active =
    ownOf(element.getRootNode() as Document | ShadowRoot, 'activeElement') ??
    ownOf(element.ownerDocument, 'activeElement')
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  // What had it is gone: then the body has it.
  if (!active || active.localName === 'body' || active.contains(element)) return true
  return widgetOf(element) !== null && widgetOf(element) === widgetOf(active)
}

/** What is shown in a slot belongs to who shows it. */
function widgetOf(element: Element): Element | null {
  return (element.assignedSlot ?? element).closest('.latchkey')
}
