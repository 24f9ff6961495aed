import { accessDomProperty } from '@latchkey/client/internal'

/**
 * True if the focus is in the widget, or was until its element disappeared. A user who types elsewhere on the page is
 * not interrupted.
 */
export function mayTakeFocus(element: HTMLElement): boolean {
  // The document cannot see into a closed shadow root.
  let active =
    accessDomProperty(element.getRootNode() as Document | ShadowRoot, 'activeElement') ??
    accessDomProperty(element.ownerDocument, 'activeElement')
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  // The body has the focus if the focused element was removed.
  if (!active || active.localName === 'body' || active.contains(element)) return true
  return widgetOf(element) !== null && widgetOf(element) === widgetOf(active)
}

/** A slotted element counts as part of the widget that shows it. */
function widgetOf(element: Element): Element | null {
  return (element.assignedSlot ?? element).closest('.latchkey')
}
