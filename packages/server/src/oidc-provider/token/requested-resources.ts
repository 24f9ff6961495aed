import { projectIssuer } from '../../notices/issuer.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import type { TokenRequest } from './token-request.ts'

/** Whom the next access token is for: what was granted, or a part of it (RFC 8707 §2.2). */
export function requestedResources(
  context: Pick<ProviderContext, 'baseUrl'>,
  { params, project }: Pick<TokenRequest, 'params' | 'project'>,
  granted: readonly string[],
): string[] {
  const asked = [...new Set(params.get('resource') ?? [])]
  if (asked.length === 0) return [...granted]
  const issuer = projectIssuer(context, project)
  const allowed = granted.length > 0 ? granted : [issuer]
  if (asked.some((one) => !allowed.includes(one)))
    throw new OAuthError('invalid_target', 'resource is none that was granted.')
  return asked
}
