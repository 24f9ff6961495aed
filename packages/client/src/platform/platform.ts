import { brandPrefix } from '@latchkey/contract'

/** A symbol, because `<a id=…>` defines string properties of the window. */
export const registryKey: unique symbol = /* @__PURE__ */ Symbol.for(brandPrefix)

/**
 * The part of `window` that the client uses. `memory.ts` creates fakes for tests. No other file of this package
 * accesses stateful globals.
 */
export interface Platform {
  fetch(url: string, init: RequestInit): Promise<Response>
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number | undefined): void
  addEventListener(event: PlatformEvent, run: () => void, until: { signal: AbortSignal }): void
  readonly Date: Pick<DateConstructor, 'now'>
  readonly Math: Pick<Math, 'random'>
  /** Newer browsers only. */
  readonly Temporal?: { readonly Now: { timeZoneId(): string } }
  readonly Intl: { DateTimeFormat(): { resolvedOptions(): { timeZone: string } } }
  readonly crypto: Pick<Crypto, 'getRandomValues'> & { readonly subtle: Pick<SubtleCrypto, 'digest'> }
  /** Reading `cookie` throws in a sandboxed frame. */
  readonly document: Pick<Document, 'cookie' | 'hidden'> &
    Partial<Pick<Document, 'body' | 'createElement' | 'hasStorageAccess' | 'querySelector'>>
  /** Reading the property or calling a method may throw: storage can be full or disabled. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Setting `href` navigates. */
  readonly location: Pick<Location, 'href' | 'origin' | 'hostname'>
  readonly history: Pick<History, 'replaceState' | 'state'> & Partial<Pick<History, 'back' | 'length'>>
  readonly navigator: BrowserNavigator
  readonly console: Log
  /** The outermost window; equal to the window itself outside a frame. */
  readonly top: unknown
  /**
   * The clients of this page that are not disposed: their public tokens, and the instance that `createClient` returns
   * for the same token and options. On the window, so that it survives a reload of modules and is shared by bundles.
   */
  [registryKey]?: Map<string, unknown>

  // Features that some browsers lack. Elements with such an id are properties of the prototype of a window without the
  // feature: read them with `Object.hasOwn`, or check that they are functions.
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
  /** Defined in browsers that support FedCM. */
  readonly IdentityCredential?: unknown
  /** Defined by Google's sign-in script. */
  readonly google?: unknown
}

/** A `TrustedScriptURL`. */
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
  /** Chromium only. */
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
  /** Whether the user pressed a button or a key within the last seconds. */
  readonly userActivation?: { readonly isActive: boolean }
  readonly credentials?: Record<'create' | 'get', (options: object) => Promise<BrowserCredential | null>>
}

/** The part of a `PublicKeyCredential` that is sent to the provider. */
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

export type PlatformEvent = 'storage' | 'pageshow' | 'pagehide' | 'online' | 'visibilitychange' | 'focus'

export interface Locks {
  request(name: string, options: LockOptions, task: (lock: unknown) => Promise<unknown>): Promise<unknown>
}

export interface Log {
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}
