import type { ComponentChild } from 'preact'
import { hydrate, render } from 'preact'

interface Root {
  render(widget: ComponentChild): void
  unmount(): void
}

export function createRoot(place: Element): Root {
  return {
    render: (widget) => render(widget, place),
    unmount: () => render(null, place),
  }
}

/** For a host page that a server has drawn. */
export function hydrateRoot(place: Element, widget: ComponentChild): Root {
  hydrate(widget, place)
  return createRoot(place)
}
