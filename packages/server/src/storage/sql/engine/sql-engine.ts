import type { Engine } from './statement.ts'

export interface SqlEngine {
  name: Engine
  /** A failure that a retry may resolve: a deadlock or a serialization failure. */
  isTransient(error: unknown): boolean
  /** Converts an error of the driver into a storage error. */
  translate(error: unknown): unknown
}
