import type { RedirectType } from '@latchkey/contract'
import { type Advice, ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { defaultRedirect, isAllowedRedirect, redirectEntryProblem } from './redirect-list.ts'

function redirectAdvice({ id, environment }: ProjectRecord, type: RedirectType, url: string): Advice | null {
  // Only characters that are safe between quotes in a shell.
  if (!/^[\x21-\x26\x28-\x5b\x5d-\x7e]+$/.test(url)) return null
  const problem = redirectEntryProblem(url, environment)
  const command = `latchkey redirects add --type ${type} '${url}' --project ${id}`
  const fix = problem === null ? `Run: ${command}` : `It cannot be added: ${problem}.`
  return {
    message: `The URL ${url} is not on the project's list of ${type} redirect URLs. ${fix}`,
    details: { redirect_url: url, type, ...(problem === null ? { command } : {}) },
  }
}

/** The requested URL, if it is on the project's list of that type. Defaults to the first entry of the list. */
export function requestedRedirect(project: ProjectRecord, type: RedirectType, given: string | undefined): string {
  const entries = project.settings.redirectUrls[type] ?? []
  if (given !== undefined) {
    if (!isAllowedRedirect(given, entries, project.environment))
      throw new ProviderError(type === 'discovery' ? 'invalid_discovery_redirect_url' : 'invalid_redirect_url', {
        advice: redirectAdvice(project, type, given),
      })
    return given
  }
  const fallback = defaultRedirect(entries, project.environment)
  if (fallback === null) throw new ProviderError(type === 'discovery' ? 'no_discovery_redirect_url' : 'no_redirect_url')
  return fallback
}
