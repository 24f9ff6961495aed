import type { ComponentChild } from 'preact'
import { hydrate, render } from 'preact'

interface Root {
  render(widget: ComponentChild): void
  unmount(): void
}

export function createRoot(container: Element): Root {
  return {
    render: (widget) => render(widget, container),
    unmount: () => render(null, container),
  }
}

/** For a host page that was rendered on a server. */
export function hydrateRoot(container: Element, widget: ComponentChild): Root {
  hydrate(widget, container)
  return createRoot(container)
}
