import { brandPrefix } from '@latchkey/contract'

export const registryKey: `__${typeof brandPrefix}` = `__${brandPrefix}`

/**
 * As much of a window as the client needs. The page's own window is one as it stands, `memory.ts` makes fake ones;
 * nothing else in this package touches a global that has a state.
 */
export interface Platform {
  fetch(url: string, init: RequestInit): Promise<Response>
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number | undefined): void
  addEventListener(event: PlatformEvent, run: () => void, until: { signal: AbortSignal }): void
  readonly Date: Pick<DateConstructor, 'now'>
  readonly Math: Pick<Math, 'random'>
  readonly Intl: { DateTimeFormat(): { resolvedOptions(): { timeZone: string } } }
  readonly crypto: Pick<Crypto, 'getRandomValues'> & { readonly subtle: Pick<SubtleCrypto, 'digest'> }
  /** Even to name its cookies may throw: a sandboxed frame has none. */
  readonly document: Pick<Document, 'cookie' | 'hidden'> & Partial<Pick<Document, 'hasStorageAccess'>>
  /** Even to name it may throw, and any call: storage can be full, disabled or partitioned away. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly location: Pick<Location, 'href' | 'origin' | 'hostname'>
  readonly history: Pick<History, 'replaceState' | 'state'>
  readonly navigator: { readonly locks?: Locks }
  readonly console: Log
  /** The outermost window; the window itself where it is framed by nobody. */
  readonly top: unknown
  /** The public tokens of this page's living clients. On the window, so that two bundles see each other's. */
  [registryKey]?: Set<string>
}

export type PlatformEvent = 'storage' | 'pageshow' | 'pagehide' | 'online' | 'visibilitychange'

export interface Locks {
  request(name: string, options: LockOptions, task: (lock: unknown) => Promise<unknown>): Promise<unknown>
}

export interface Log {
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}
