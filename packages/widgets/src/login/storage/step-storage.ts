import type { Client } from '@latchkey/client'
import { clientInternals, withTabStorage } from '@latchkey/client/internal'

/** When the last step of any tab expires. Kept where the client has already read, unlike the storage of the tab. */
const expiryKey = 'step_expires_at'

/**
 * True if this tab has an unfinished sign-in. The expiry is read first: most pages have no step, and need not read the
 * storage of the tab.
 */
export function hasStep(client: Client): boolean {
  const { storage, platform } = clientInternals(client)
  return Number(storage.get(expiryKey)) > platform.Date.now() && Boolean(readStepText(client))
}

/** The step of an unfinished sign-in, which a reload of this tab continues with. */
export function readStepText(client: Client): string | null | undefined {
  return withTabStorage(clientInternals(client), 'step', (storage, key) => storage.getItem(key))
}

export function writeStepText(client: Client, text: string, expiresAt: number): void {
  const { storage } = clientInternals(client)
  // Another tab may have a step that expires later.
  if (expiresAt > Number(storage.get(expiryKey))) storage.set(expiryKey, String(expiresAt))
  withTabStorage(clientInternals(client), 'step', (tab, key) => tab.setItem(key, text))
}

export function removeStepText(client: Client): void {
  withTabStorage(clientInternals(client), 'step', (tab, key) => tab.removeItem(key))
}
