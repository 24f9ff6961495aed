import type { BaseContext } from '../base-context.ts'

/**
 * Warns about a page that may not be meant as it is. Nothing of it stops the client. Loaded in these cases only, and
 * without imports of values, so that bundlers keep the entry in one file.
 */
export async function explainSetup({ platform, publicToken, warn }: BaseContext, isSecond: boolean): Promise<void> {
  if (!publicToken.startsWith('public-token-')) warn('publicToken should start with public-token-')
  if (isSecond) warn('Several clients for one publicToken')
  // In a frame of another site, cookies and storage may not be those of the client's own site.
  const isFramed = platform !== platform.top
  if (isFramed && (await platform.document.hasStorageAccess?.()) === false) warn('Storage is partitioned.')
}
