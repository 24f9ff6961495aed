/**
 * Everything the client needs of the world it runs in. `browser.ts` is the real one, `memory.ts` the fake;
 * nothing else in this package touches a global.
 */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  /** That many random 32-bit integers, from a cryptographic source. */
  readonly random: (count: number) => Uint32Array
  readonly sha256: (text: string) => Promise<Uint8Array>
  readonly cookies: Cookies
  /** Any call may throw: storage can be full, disabled or partitioned away. */
  readonly storage: KeyValue
  readonly page: Page
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

/** `document.cookie`, as it is: the string that is read lists all, the string that is written sets one. */
export interface Cookies {
  read(): string
  write(cookie: string): void
}

export interface KeyValue {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export interface Page {
  readonly href: () => string
  /** Changes the address bar without a navigation. */
  readonly replaceUrl: (url: string) => void
  readonly timezone: () => string
}

export interface Log {
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}
