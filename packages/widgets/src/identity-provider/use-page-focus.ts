import { ownOf } from '@latchkey/client/internal'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { IdentityProviderEvent } from './identity-provider.model.ts'

/** Sends an event each time the window or the tab comes to the front. */
export function usePageFocus(place: RefObject<HTMLElement | null>, send: (event: IdentityProviderEvent) => void): void {
  useEffect(() => {
    const page = place.current?.ownerDocument
    const view = page && ownOf(page, 'defaultView')
    const tell = (): void => send({ type: 'page_focused' })
    const { addEventListener, removeEventListener } = EventTarget.prototype
    view?.addEventListener('focus', tell)
    if (page) addEventListener.call(page, 'visibilitychange', tell)
    return () => {
      view?.removeEventListener('focus', tell)
      if (page) removeEventListener.call(page, 'visibilitychange', tell)
    }
  }, [place, send])
}
