import { brandPrefix } from '@latchkey/contract'
import type { ClientContext } from '../context.ts'

/**
 * Calls `use` with the session storage and a key of the project. Returns undefined if the storage is disabled or full.
 */
export function withTabStorage<Result>(
  { platform, publicToken }: Pick<ClientContext, 'platform' | 'publicToken'>,
  name: string,
  use: (storage: Storage, key: string) => Result,
): Result | undefined {
  try {
    return use((platform as unknown as Window).sessionStorage, `${brandPrefix}:${name}:${publicToken}`)
  } catch {
    return undefined
  }
}
