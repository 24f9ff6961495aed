import { brandPrefix } from '@latchkey/contract'

/** Registers elements by the names of their widgets. */
export function defineElements(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const widget in elements) {
    const { customElements } = globalThis
    const name = `${brandPrefix}-${widget}`
    // Skipped on a server, and if another bundle on the page has registered the name.
    if (!customElements?.get(name)) customElements?.define(name, elements[widget] as CustomElementConstructor)
  }
}
