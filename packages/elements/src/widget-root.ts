import { ownOf } from '@latchkey/client/internal'
import { brandPrefix } from '@latchkey/contract'
import { restoreDocument } from '@latchkey/widgets/internal'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

export interface WidgetRoot {
  render(widget: ReactElement): void
  /** Takes the widget off the page. May be called twice. */
  unmount(): void
}

/** Shared by all bundles on the page. No string: the input of a form could have it as its name. */
const mountedKey: unique symbol = /* @__PURE__ */ Symbol.for(brandPrefix)

/** A widget's place on the page. An element has one: whoever was there leaves. */
export function createWidgetRoot(
  element: Element & { [mountedKey]?: WidgetRoot },
  /** Called once, whoever takes it off the page: this root, or the next one of the element. */
  onUnmount: () => void = () => undefined,
): WidgetRoot {
  element[mountedKey]?.unmount()
  const place = Document.prototype.createElement.call(document, 'div')
  restoreDocument()
  const root = createRoot(place)
  Element.prototype.replaceChildren.call(element, place)
  let isMounted = true
  const widgetRoot: WidgetRoot = {
    render(widget) {
      if (isMounted) root.render(widget)
    },
    unmount() {
      if (!isMounted) return
      isMounted = false
      if (element[mountedKey] === widgetRoot) delete element[mountedKey]
      place.remove()
      onUnmount()
      // React refuses to end a root from inside a component, where a host page may well call this from.
      queueMicrotask(() => root.unmount())
    },
  }
  element[mountedKey] = widgetRoot
  return widgetRoot
}

/** Calls back once, when the element has left the page; moving it within the page is no leaving. */
export function whenRemoved(element: Element, callback: () => void): () => void {
  const isConnected = (): boolean => ownOf(element, 'isConnected')
  let wasConnected = isConnected()
  const observer = new MutationObserver(() => {
    if (isConnected()) {
      wasConnected = true
    } else if (wasConnected) {
      observer.disconnect()
      callback()
    }
  })
  // A document does not see into its shadow trees: each on the way up is watched.
  let root = Node.prototype.getRootNode.call(element)
  while (root instanceof ShadowRoot) {
    observer.observe(root, { childList: true, subtree: true })
    root = root.host.getRootNode()
  }
  observer.observe(ownOf(element, 'ownerDocument'), { childList: true, subtree: true })
  return () => observer.disconnect()
}
