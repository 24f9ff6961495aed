import { type Advice, ProviderError } from '../core/provider-error.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { isAuthorizedOrigin, originEntryProblem } from '../urls/origin-list.ts'
import type { AnswerHeaders } from './responses.ts'

const allowedHeaders = 'authorization, content-type, x-sdk-client, x-sdk-parent-host'
const exposedHeaders = 'retry-after, date, x-request-id'
const preflightSeconds = '600'

/**
 * Rejects a page whose origin is not on the project's list; it may not read the response either. Callers other than
 * browsers send no `Origin` header.
 */
export function checkOrigin(request: Request, project: ProjectRecord): void {
  const origin = request.headers.get('origin')
  if (origin === null) {
    // Browsers send `Origin` with everything but plain loads: an image or a navigation is not an API call.
    if (isCrossSite(request)) throw new ProviderError('unauthorized_origin')
    return
  }
  if (!isAuthorizedOrigin(origin, project.settings.authorizedOrigins, project.environment))
    throw new ProviderError('unauthorized_origin', { advice: originAdvice(origin, project) })
  if (request.headers.get('sec-fetch-mode') === 'navigate' && isCrossSite(request))
    throw new ProviderError('unauthorized_origin')
}

/**
 * A test project tells the page which origin to add: otherwise the browser hides the response, and the developer only
 * sees a network error. A live project tells an unknown page nothing.
 */
function originAdvice(origin: string, { id, environment }: ProjectRecord): Advice | null {
  if (environment !== 'test' || !/^https?:\/\/[\w.:[\]-]+$/.test(origin)) return null
  const problem = originEntryProblem(origin, environment)
  const command = `latchkey origins add ${origin} --project ${id}`
  const fix = problem === null ? `Run: ${command}` : `It cannot be added: ${problem}.`
  return {
    message: `The origin ${origin} is not authorized for this project. ${fix}`,
    details: { origin, ...(problem === null ? { command } : {}) },
    readableBy: origin,
  }
}

/** Allows pages of this origin to read the response. Call it only for origins that are on a list. */
export function allowOrigin(headers: AnswerHeaders, origin: string, credentialed: boolean): void {
  headers['access-control-allow-origin'] = origin
  if (credentialed) headers['access-control-allow-credentials'] = 'true'
  headers['access-control-expose-headers'] = exposedHeaders
}

export function allowPreflight(headers: AnswerHeaders, origin: string, credentialed: boolean): void {
  allowOrigin(headers, origin, credentialed)
  headers['access-control-allow-methods'] = credentialed ? 'GET, POST, PUT, DELETE' : 'POST'
  headers['access-control-allow-headers'] = credentialed ? allowedHeaders : 'content-type'
  headers['access-control-max-age'] = preflightSeconds
}

function isCrossSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}
