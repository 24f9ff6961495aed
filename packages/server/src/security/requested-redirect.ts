import type { RedirectType } from '@latchkey/contract'
import { ProviderError } from '../http/provider-error.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { defaultRedirect, isAllowedRedirect } from './redirect-list.ts'

/** The address a call asks for, if it is on the project's list of that type; the list's first where it asks for none. */
export function requestedRedirect(project: ProjectRecord, type: RedirectType, given: string | undefined): string {
  const entries = project.settings.redirectUrls[type]
  if (given !== undefined) {
    if (!isAllowedRedirect(given, entries, project.environment)) throw new ProviderError('invalid_redirect_url')
    return given
  }
  const fallback = defaultRedirect(entries, project.environment)
  if (fallback === null) throw new ProviderError('no_redirect_url')
  return fallback
}
