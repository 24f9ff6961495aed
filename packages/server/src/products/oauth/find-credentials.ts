import type { IdentityProviderName } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../../storage/records.ts'

/** The project's credentials at an identity provider, and the definition of that provider. */
export async function findCredentials(
  { storage, identityProviders }: Pick<ProviderContext, 'storage' | 'identityProviders'>,
  project: ProjectRecord,
  provider: IdentityProviderName,
): Promise<{ credentials: OAuthCredentialsRecord; definition: IdentityProvider }> {
  const credentials = await storage.oauthCredentials.get(project.id, provider)
  if (credentials === null) throw new ProviderError('oauth_config_not_found')
  return { credentials, definition: identityProviders(credentials) }
}
