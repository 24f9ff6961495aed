import { brandPrefix } from '@latchkey/contract'
import type { ClientContext } from '../context.ts'

/**
 * Uses the storage of this tab, under a key of the project. The storage may be disabled or full: the result is then
 * undefined.
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
