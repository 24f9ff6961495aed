import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { brandPrefix } from '@latchkey/contract'

/**
 * Uses the storage of this tab, where the step of an unfinished sign-in is kept by project. It may be disabled or full:
 * then a reload starts over.
 */
export function withStepStorage<Result>(
  client: Client,
  use: (storage: Storage, key: string) => Result,
): Result | undefined {
  const { platform, publicToken } = clientInternals(client)
  try {
    return use((platform as unknown as Window).sessionStorage, `${brandPrefix}:step:${publicToken}`)
  } catch {
    return undefined
  }
}

export function readStepText(client: Client): string | null | undefined {
  return withStepStorage(client, (storage, key) => storage.getItem(key))
}
