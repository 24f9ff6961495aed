import type { Client } from '@latchkey/client'
import { clientInternals, withTabStorage } from '@latchkey/client/internal'

/** The step of an unfinished sign-in, which a reload of this tab continues with. */
export function readStepText(client: Client): string | null | undefined {
  return withTabStorage(clientInternals(client), 'step', (storage, key) => storage.getItem(key))
}

/** An empty text removes it. */
export function writeStepText(client: Client, text: string): void {
  withTabStorage(clientInternals(client), 'step', (storage, key) =>
    text ? storage.setItem(key, text) : storage.removeItem(key),
  )
}
