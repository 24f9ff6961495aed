import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import type { TokenRequest } from './token-request.ts'

/** The audience of the next access token: the granted resources or a subset of them (RFC 8707 §2.2). */
export function requestedResources(
  context: Pick<ProviderContext, 'baseUrl'>,
  { params, project }: Pick<TokenRequest, 'params' | 'project'>,
  granted: readonly string[],
): string[] {
  const requested = [...new Set(params.get('resource') ?? [])]
  if (requested.length === 0) return [...granted]
  const issuer = projectIssuer(context, project)
  const allowed = granted.length > 0 ? granted : [issuer]
  if (requested.some((one) => !allowed.includes(one)))
    throw new OAuthError('invalid_target', 'The requested resource was not granted.')
  return requested
}
