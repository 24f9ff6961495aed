import { brandPrefix } from '@latchkey/contract'
import type { WidgetEvent } from '@latchkey/widgets'

declare global {
  interface GlobalEventHandlersEventMap {
    'latchkey-event': CustomEvent<WidgetEvent>
    'latchkey-error': CustomEvent<Error>
  }
}

/** Registers elements by the names of their widgets. */
export function defineElements(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  const { customElements } = globalThis
  for (const widget in elements) {
    const name = `${brandPrefix}-${widget}`
    // Skipped on a server, and if another bundle on the page has registered the name.
    if (customElements && !customElements.get(name))
      customElements.define(name, elements[widget] as CustomElementConstructor)
  }
}
