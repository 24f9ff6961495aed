import { projectIssuer } from '../../notices/issuer.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { OAuthErrorCode } from '../protocol/oauth-error.ts'

/** The redirect URI with the code or the error, the state of the client application and the issuer (RFC 9207). */
export function authorizationResponseUrl(
  context: { baseUrl: string },
  project: ProjectRecord,
  request: { redirectUri: string; state: string | null },
  answer: { code: string } | { error: OAuthErrorCode; description: string },
): string {
  const url = new URL(request.redirectUri)
  if ('code' in answer) {
    url.searchParams.append('code', answer.code)
  } else {
    url.searchParams.append('error', answer.error)
    url.searchParams.append('error_description', answer.description)
  }
  if (request.state !== null) url.searchParams.append('state', request.state)
  url.searchParams.append('iss', projectIssuer(context, project))
  return url.href
}
