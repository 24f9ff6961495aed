/**
 * Everything the client needs of the world it runs in. `browser.ts` is the real one, `memory.ts` the fake;
 * nothing else in this package touches a global.
 */
export interface Platform extends Clock {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** That many random 32-bit integers, from a cryptographic source. */
  readonly random: (count: number) => Uint32Array
  readonly sha256: (text: string) => Promise<Uint8Array>
  /** `document.cookie`, as it is: what is read lists all, what is written sets one. */
  cookie: string
  /** Even to name it may throw, and any call: storage can be full, disabled or partitioned away. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly location: Pick<Location, 'href' | 'origin' | 'hostname'>
  /** Changes the address bar without a navigation. */
  readonly replaceUrl: (url: string) => void
  readonly timezone: () => string
  /** Listens until the returned function is called. */
  readonly listen: (events: readonly PlatformEvent[], run: () => void) => () => void
  /** Runs the task unless another tab holds the lock. Never waits for a lock. */
  readonly tryLock: (name: string, task: () => Promise<void>) => Promise<void>
  readonly log: Log
  /** The public tokens of this page's living clients. */
  readonly clients: string[]
  /** A third party's frame whose cookies and storage are not those of the site itself. */
  readonly isPartitioned: () => Promise<boolean>
}

/** Events of the window. `visibilitychange` counts only when the page becomes visible. */
export type PlatformEvent = 'storage' | 'pageshow' | 'pagehide' | 'online' | 'visibilitychange'

export interface Clock {
  now(): number
  /** Runs once; the returned function cancels it. */
  setTimeout(run: () => void, ms: number): () => void
}

export interface Log {
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}
