import { brandPrefix } from '@latchkey/contract'

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
