import { accessDomProperty } from '@latchkey/client/internal'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { IdentityProviderEvent } from './identity-provider.model.ts'

/** Sends an event each time the window or the tab comes to the front. */
export function usePageFocus(place: RefObject<HTMLElement | null>, send: (event: IdentityProviderEvent) => void): void {
  useEffect(() => {
    const page = place.current?.ownerDocument
    const view = page && accessDomProperty(page, 'defaultView')
    const onFocus = (): void => send({ type: 'page_focused' })
    const { addEventListener, removeEventListener } = EventTarget.prototype
    view?.addEventListener('focus', onFocus)
    if (page) addEventListener.call(page, 'visibilitychange', onFocus)
    return () => {
      view?.removeEventListener('focus', onFocus)
      if (page) removeEventListener.call(page, 'visibilitychange', onFocus)
    }
  }, [place, send])
}
