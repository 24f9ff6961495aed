import type { ReactElement } from 'react'
import { createWidgetRoot, whenRemoved } from './widget-root.ts'

/** The target of a widget: a CSS selector (`elementId`) or an element. */
export type MountTarget =
  | { readonly elementId: string; readonly element?: undefined }
  | { readonly element: Element; readonly elementId?: undefined }

/** Renders a widget into its target. `caller` is the function that errors name. */
export function mountWidget<Props extends object>(
  caller: string,
  Widget: (props: Props) => ReactElement,
  { elementId, element, ...props }: Props & MountTarget,
): () => void {
  const target = element ?? find(caller, elementId)
  const root = createWidgetRoot(target, () => stopWatching())
  const stopWatching = whenRemoved(target, root.unmount)
  root.render(<Widget {...(props as object as Props)} />)
  return root.unmount
}

function find(caller: string, selector: string | undefined): Element {
  const found = selector && elementOf(selector)
  if (found) return found
  throw new Error(
    `The selector you specified (${selector}) applies to no DOM elements that are currently on the page. ` +
      `Make sure the element exists on the page before calling ${caller}().`,
  )
}

function elementOf(selector: string): Element | null {
  try {
    return Document.prototype.querySelector.call(document, selector)
  } catch {
    // An invalid selector matches no element.
    return null
  }
}
