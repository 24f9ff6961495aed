import type { ClientOptions, Settings } from './options.ts'
import type { Log, Platform, ScriptPolicy } from './platform/platform.ts'
import type { SafeStorage } from './platform/safe-storage.ts'

/** What every part of the engine is handed. */
export interface BaseContext extends Settings, Log {
  readonly publicToken: string
  readonly options: ClientOptions
  readonly platform: Platform
  /** What is kept for this public token. */
  readonly storage: SafeStorage
  /** What runs when the client is disposed. Empty from then on, and never before. */
  readonly endings: Set<() => void>
  /** Tells the host page of a failure that no caller sees. */
  readonly onError: (error: unknown) => void
  /** The policy for scripts and workers, made when one is first needed. A page may have one of that name only. */
  readonly scripts: { readonly name: string; policy?: ScriptPolicy | undefined }
}
