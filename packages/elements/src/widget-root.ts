import { accessDomProperty } from '@latchkey/client/internal'
import { brandPrefix } from '@latchkey/contract'
import { restoreDocument } from '@latchkey/widgets/internal'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

export interface WidgetRoot {
  render(widget: ReactElement): void
  /** Removes the widget. May be called repeatedly. */
  unmount(): void
}

/** Shared by all bundles on the page. A symbol, because the name of a form's input could equal a string. */
const mountedKey: unique symbol = /* @__PURE__ */ Symbol.for(brandPrefix)

/** Creates the root of a widget in an element, and unmounts the previous one. */
export function createWidgetRoot(
  element: Element & { [mountedKey]?: WidgetRoot },
  /** Called once, when this root is unmounted or recontainerd. */
  onUnmount: () => void = () => undefined,
): WidgetRoot {
  element[mountedKey]?.unmount()
  const container = Document.prototype.createElement.call(document, 'div')
  restoreDocument()
  const root = createRoot(container)
  Element.prototype.replaceChildren.call(element, container)
  let isMounted = true
  const widgetRoot: WidgetRoot = {
    render(widget) {
      if (isMounted) root.render(widget)
    },
    unmount() {
      if (!isMounted) return
      isMounted = false
      if (element[mountedKey] === widgetRoot) delete element[mountedKey]
      container.remove()
      onUnmount()
      // React cannot unmount a root while it renders, and a host page may call this from a component.
      queueMicrotask(() => root.unmount())
    },
  }
  element[mountedKey] = widgetRoot
  return widgetRoot
}

/** Calls back once, when the element was removed from the page. Moving it within the page does not count. */
export function whenRemoved(element: Element, callback: () => void): () => void {
  const isConnected = (): boolean => accessDomProperty(element, 'isConnected')
  let wasConnected = isConnected()
  const observer = new MutationObserver(() => {
    if (isConnected()) {
      wasConnected = true
    } else if (wasConnected) {
      observer.disconnect()
      callback()
    }
  })
  // Observers do not see into shadow trees: observe each one between the element and the document.
  let root = Node.prototype.getRootNode.call(element)
  while (root instanceof ShadowRoot) {
    observer.observe(root, { childList: true, subtree: true })
    root = root.host.getRootNode()
  }
  observer.observe(accessDomProperty(element, 'ownerDocument'), { childList: true, subtree: true })
  return () => observer.disconnect()
}
