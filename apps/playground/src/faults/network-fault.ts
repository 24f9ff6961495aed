import { useSyncExternalStore } from 'react'

/** What happens to requests of the widget to the provider. */
export const networkNames = { online: 'Online', slow: 'Slow (3 s)', offline: 'Offline' } as const
export type Network = keyof typeof networkNames

const slowMs = 3_000
let network: Network = 'online'
const listeners = new Set<() => void>()

export function setNetwork(next: Network): void {
  network = next
  for (const listener of listeners) listener()
}

export function useNetwork(): Network {
  return useSyncExternalStore(subscribe, () => network)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Page = Pick<Window & typeof globalThis, 'fetch' | 'document' | 'location' | 'MutationObserver'>

/**
 * Lets the requests of the client on this page, and of the frame that the client embeds for One Tap, fail or wait. The
 * playground's own requests (inbox, admin) pass.
 */
export function installNetworkFault(page: Page): void {
  wrapFetch(page)
  new page.MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLIFrameElement && new URL(node.src, page.location.href).pathname.startsWith('/v1/frame'))
          node.addEventListener('load', () => node.contentWindow && wrapFetch(node.contentWindow as Window & Page))
  }).observe(page.document.body, { childList: true, subtree: true })
}

function wrapFetch(page: Pick<Page, 'fetch' | 'location'>): void {
  const send = page.fetch.bind(page)
  page.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, page.location.href)
    if (network !== 'online' && /^\/(sdk|v1)\//.test(pathname)) {
      if (network === 'offline') throw new TypeError('Failed to fetch')
      await delay(slowMs, init?.signal)
    }
    return send(input, init)
  }
}

function delay(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
