import { brandPrefix } from '@latchkey/contract'
import type { Platform } from './platform.ts'

/**
 * Calls `use` with the session storage and a key of the project. Returns undefined if the storage is disabled or full.
 */
export function withTabStorage<Result>(
  { platform, publicToken }: { readonly platform: Platform; readonly publicToken: string },
  name: string,
  use: (storage: Storage, key: string) => Result,
): Result | undefined {
  try {
    return use((platform as unknown as Window).sessionStorage, `${brandPrefix}:${name}:${publicToken}`)
  } catch {
    return undefined
  }
}
