import { errorTable } from '@latchkey/contract'
import { jsonText } from '../../core/json-text.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Exchange } from '../../http/exchange.ts'

/** RFC 6749 §5.2 and §4.1.2.1, OIDC Core §3.1.2.6, RFC 6750 §3.1, RFC 7591 §3.2.2, RFC 8707 §2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

const statuses: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
}

/** An error with an OAuth error code. The description never repeats values of the request. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly description: string
  /** The value of `WWW-Authenticate` (RFC 9110 §11.6.1); null if credentials are not the problem. */
  readonly challenge: string | null

  constructor(code: OAuthErrorCode, description: string, challenge: string | null = null) {
    super(code)
    this.name = 'OAuthError'
    this.code = code
    this.description = description
    this.challenge = challenge
  }
}

/** Runs `work` and converts errors into OAuth error responses (RFC 6749 §5.2). */
export async function answerClient(exchange: Exchange, work: () => Promise<Response>): Promise<Response> {
  // These endpoints read no cookies, so pages of every origin may call them.
  exchange.headers['access-control-allow-origin'] = '*'
  exchange.headers['access-control-expose-headers'] = 'www-authenticate, retry-after, x-request-id'
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof OAuthError ? error : toOAuthError(error)
    if (refusal === null) throw error
    const { headers } = exchange
    if (refusal.challenge !== null) headers['www-authenticate'] = refusal.challenge
    return json(exchange, statuses[refusal.code] ?? 400, {
      error: refusal.code,
      error_description: refusal.description,
    })
  }
}

export function json({ headers }: Exchange, status: number, body: object): Response {
  headers['content-type'] = 'application/json;charset=UTF-8'
  headers.pragma = 'no-cache'
  return new Response(jsonText(body), { status, headers })
}

/** An unreadable body becomes `invalid_request`; limits and outages keep their own responses. */
function toOAuthError(error: unknown): OAuthError | null {
  if (!(error instanceof ProviderError)) return null
  const { status, message } = errorTable[error.type]
  return status === 400 || status === 413 || status === 415 ? new OAuthError('invalid_request', message) : null
}
