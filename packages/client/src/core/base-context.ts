import type { Log, Platform, ScriptPolicy } from '../platform/platform.ts'
import type { SafeStorage } from '../platform/safe-storage.ts'
import type { ClientOptions, Settings } from './options.ts'

/** The settings and services that every part of the client receives. */
export interface BaseContext extends Settings, Log {
  readonly publicToken: string
  readonly options: Omit<ClientOptions, 'callbacks'>
  readonly platform: Platform
  /** Storage under the prefix of this public token. */
  readonly storage: SafeStorage
  /** Functions to run when the client is disposed. Empty after that, and never empty before. */
  readonly endings: Set<() => void>
  /** Reports a background failure to the host page. */
  readonly onError: (error: unknown) => void
  /** The Trusted Types policy, created on first use: a page may create only one of that name. */
  readonly scripts: { readonly name: string; policy?: ScriptPolicy | undefined }
}
