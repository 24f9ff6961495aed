import { brandPrefix } from '@latchkey/contract'

/** No string: `<a id=…>` on the page would be found under it. */
export const registryKey: unique symbol = /* @__PURE__ */ Symbol.for(brandPrefix)

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
  /** Only the newer ones have it. */
  readonly Temporal?: { readonly Now: { timeZoneId(): string } }
  readonly Intl: { DateTimeFormat(): { resolvedOptions(): { timeZone: string } } }
  readonly crypto: Pick<Crypto, 'getRandomValues'> & { readonly subtle: Pick<SubtleCrypto, 'digest'> }
  /** Even to name its cookies may throw: a sandboxed frame has none. */
  readonly document: Pick<Document, 'cookie' | 'hidden'> &
    Partial<Pick<Document, 'body' | 'createElement' | 'hasStorageAccess' | 'querySelector'>>
  /** Even to name it may throw, and any call: storage can be full, disabled or partitioned away. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** To set its `href` is to leave the page. */
  readonly location: Pick<Location, 'href' | 'origin' | 'hostname'>
  readonly history: Pick<History, 'replaceState' | 'state'> & Partial<Pick<History, 'back' | 'length'>>
  readonly navigator: BrowserNavigator
  readonly console: Log
  /** The outermost window; the window itself where it is framed by nobody. */
  readonly top: unknown
  /**
   * The clients of this page that are not disposed: their public tokens, and the instance that `createClient` returns
   * for the same token and options. On the window, so that it survives a reload of modules and is shared by bundles.
   */
  [registryKey]?: Map<string, unknown>

  // What some browsers lack, and most pages never use.
  readonly PublicKeyCredential?: {
    isConditionalMediationAvailable?(): Promise<boolean>
    parseCreationOptionsFromJSON?(json: object): object
    parseRequestOptionsFromJSON?(json: object): object
    getClientCapabilities?(): Promise<Record<string, boolean>>
    signalUnknownCredential?(of: { rpId: string; credentialId: string }): Promise<void>
    signalCurrentUserDetails?(of: { rpId: string; userId: string; name: string; displayName: string }): Promise<void>
  }
  readonly Worker?: new (url: string | ScriptUrl) => BrowserWorker
  readonly URL?: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy
  }
  readonly screen?: { readonly width: number; readonly height: number }
  readonly devicePixelRatio?: number
  /** There where the browser itself shows who one may sign in as (FedCM). */
  readonly IdentityCredential?: unknown
  /** What the script of One Tap leaves behind. */
  readonly google?: unknown
}

/** What Trusted Types take for the address of a script: an object of the browser's own. */
export type ScriptUrl = object & { toString(): string }

export interface ScriptPolicy {
  createScriptURL(url: string): ScriptUrl
}

export interface BrowserWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onerror: ((event: unknown) => void) | null
  postMessage(message: unknown): void
  terminate(): void
}

export interface BrowserNavigator {
  readonly locks?: Locks
  readonly userAgent: string
  readonly languages?: readonly string[]
  readonly maxTouchPoints?: number
  readonly webdriver?: boolean
  readonly cookieEnabled?: boolean
  readonly onLine?: boolean
  /** Whether the user pressed a button or a key within the last seconds. */
  readonly userActivation?: { readonly isActive: boolean }
  readonly credentials?: Record<'create' | 'get', (options: object) => Promise<BrowserCredential | null>>
}

/** As much of a public-key credential as is sent on. */
export interface BrowserCredential {
  readonly id: string
  readonly type: string
  readonly authenticatorAttachment?: string | null
  readonly response: Partial<
    Record<
      'clientDataJSON' | 'attestationObject' | 'authenticatorData' | 'signature' | 'userHandle',
      ArrayBuffer | null
    >
  > & { getTransports?(): string[] }
  getClientExtensionResults(): object
  toJSON?(): object
}

export type PlatformEvent = 'storage' | 'pageshow' | 'pagehide' | 'online' | 'visibilitychange'

export interface Locks {
  request(name: string, options: LockOptions, task: (lock: unknown) => Promise<unknown>): Promise<unknown>
}

export interface Log {
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}
