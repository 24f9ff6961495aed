import type { ClientOptions, Settings } from './options.ts'
import type { Log, Platform } from './platform/platform.ts'
import type { SafeStorage } from './platform/safe-storage.ts'

/** What every part of the engine is handed. */
export interface EngineBase {
  readonly publicToken: string
  readonly options: ClientOptions
  readonly settings: Settings
  readonly platform: Platform
  readonly storage: SafeStorage
  readonly logger: Log
  /** In front of every key in storage. */
  readonly prefix: string
  /** Tells the host page of a failure that no caller sees. */
  readonly onError: (error: unknown) => void
}
