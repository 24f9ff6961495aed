import { ownOf } from '@latchkey/client/internal'
import type { RefObject } from 'react'
import { useEffect } from 'react'
import type { IdentityProviderEvent } from './identity-provider.model.ts'

/** Says so each time the window comes to the front again, or the tab in it. */
export function usePageFocus(place: RefObject<HTMLElement | null>, send: (event: IdentityProviderEvent) => void): void {
  useEffect(() => {
    const page = place.current?.ownerDocument
    const view = page && ownOf(page, 'defaultView')
    const tell = (): void => send({ type: 'page_focused' })
    view?.addEventListener('focus', tell)
    // Bubbles to the window.
    view?.addEventListener('visibilitychange', tell)
    return () => {
      view?.removeEventListener('focus', tell)
      view?.removeEventListener('visibilitychange', tell)
    }
  }, [place, send])
}
