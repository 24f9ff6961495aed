import { type KnownErrorType, landingErrorParameter, type RedirectType, tokenTypeParameter } from '@latchkey/contract'
import type { ProjectRecord } from '../storage/records.ts'
import { isAllowedRedirect } from './redirect-list.ts'

/** The query of the landing page: a token, an error, or both. */
export interface Landing {
  tokenType: string
  token?: string
  error?: KnownErrorType
}

/**
 * The landing page's URL with the result of a sign-in. Null if the URL is not, or no longer, on one of the project's
 * lists: it is checked at every use, because an operator may have removed it after an abuse.
 */
export function landingUrl(
  { settings, environment }: ProjectRecord,
  redirectUrl: string,
  lists: readonly RedirectType[],
  { tokenType, token, error }: Landing,
): string | null {
  const entries = lists.flatMap((list) => settings.redirectUrls[list] ?? [])
  if (!isAllowedRedirect(redirectUrl, entries, environment)) return null
  const url = new URL(redirectUrl)
  url.searchParams.set(tokenTypeParameter, tokenType)
  if (token !== undefined) url.searchParams.set('token', token)
  if (error !== undefined) url.searchParams.set(landingErrorParameter, error)
  return url.href
}
