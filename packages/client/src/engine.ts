import type { ClientOptions, Settings } from './options.ts'
import type { Log, Platform } from './platform/platform.ts'
import type { SafeStorage } from './platform/safe-storage.ts'

/** What every part of the engine is handed. */
export interface EngineBase extends Settings, Log {
  readonly publicToken: string
  readonly options: ClientOptions
  readonly platform: Platform
  readonly storage: SafeStorage
  /** In front of every key in storage that belongs to one public token. */
  readonly prefix: string
  /** What runs when the client is disposed. Empty from then on, and never before. */
  readonly endings: Set<() => void>
  /** Tells the host page of a failure that no caller sees. */
  readonly onError: (error: unknown) => void
}
