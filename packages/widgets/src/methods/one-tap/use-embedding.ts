import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import type { LoginEvent } from '../../login/login.flow.ts'

export interface Embedding {
  readonly place: RefObject<HTMLDivElement | null>
  /** The id of the element in the document that Google renders into. */
  readonly id: string
}

/** Creates the container of Google's prompt in an element of the widget, reports it and measures its height. */
export function useEmbedding(mayEmbed: boolean, send: (event: LoginEvent) => void): Embedding {
  const place = useRef<HTMLDivElement>(null)
  const id = useUniqueId()
  useEffect(() => {
    const spot = mayEmbed && place.current ? makeSpot(place.current, id) : null
    send({ type: 'one_tap_placed', parent: spot ? id : null })
    if (!spot) return undefined
    const measure = new ResizeObserver(() => send({ type: 'one_tap_measured', height: Math.ceil(spot.offsetHeight) }))
    measure.observe(spot)
    return () => {
      measure.disconnect()
      spot.remove()
    }
  }, [mayEmbed, id, send])
  return { place, id }
}

/** Google finds the element by its id in the document, not in a shadow root, so it is slotted into that. */
function makeSpot(place: HTMLElement, id: string): HTMLElement | null {
  const { ownerDocument: page } = place
  const root = place.getRootNode()
  const spot = Document.prototype.createElement.call(page, 'div')
  spot.id = id
  if ('host' in root) {
    const slot = Document.prototype.createElement.call(page, 'slot') as HTMLSlotElement
    slot.name = id
    spot.slot = id
    place.replaceChildren(slot)
    ;(root as ShadowRoot).host.append(spot)
  } else {
    place.replaceChildren(spot)
  }
  if (Document.prototype.getElementById.call(page, id) === spot) return spot
  // The widget is in a shadow root of the host page.
  spot.remove()
  return null
}
