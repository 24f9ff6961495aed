import type { BaseContext } from '../core/base-context.ts'
import { hasStorageAccess } from '../core/safe-dom.ts'

/**
 * Warns about a set-up that is probably a mistake but does not stop the client. Loaded on demand; it imports
 * no values of the entry, because bundlers would then split it into two files.
 */
export async function explainSetup({ platform, publicToken, warn }: BaseContext, isSecond: boolean): Promise<void> {
  if (!publicToken.startsWith('public-token-')) warn('publicToken should start with public-token-')
  if (isSecond) warn('Several clients for one publicToken')
  // In a frame of another site the browser may separate cookies and storage from those of the top-level site.
  const isFramed = platform !== platform.top
  if (isFramed && (await hasStorageAccess(platform.document as Document)) === false) warn('Storage is partitioned.')
}
