// The identity providers of companies that the development provider has at /dev/enterprise.
import type { B2bClient } from '@latchkey/client/b2b'
import type { ActiveSsoConnection } from '@latchkey/contract/b2b'

export type FakeIdentityProvider = 'okta' | 'entra'

export const fakeLabels: Readonly<Record<FakeIdentityProvider, string>> = {
  okta: 'Okta (SAML)',
  entra: 'Entra ID (OIDC)',
}

/** Creates a connection, then gives it what an admin copies from the page of the identity provider. */
export async function connectFake({ sso }: Pick<B2bClient, 'sso'>, fake: FakeIdentityProvider): Promise<void> {
  const root = `${location.origin}/dev/enterprise`
  const metadata_url = `${root}/saml/okta/metadata`
  // The first request creates the keys of the fake. That may take longer than a provider waits for metadata.
  await fetch(fake === 'okta' ? metadata_url : `${root}/oidc/entra/jwks`)
  if (fake === 'okta') {
    const { connection } = await sso.saml.createConnection({ display_name: 'Okta', identity_provider: 'okta' })
    const { connection_id } = connection
    await sso.saml.updateConnectionByURL({ connection_id, metadata_url })
    return
  }
  const { connection } = await sso.oidc.createConnection({
    display_name: 'Microsoft Entra ID',
    identity_provider: 'microsoft-entra',
  })
  const { warning } = await sso.oidc.updateConnection({
    connection_id: connection.connection_id,
    issuer: `${root}/oidc/entra`,
    client_id: 'latchkey-enterprise-entra',
    client_secret: 'latchkey-enterprise-entra-secret',
  })
  if (warning) throw new Error(warning)
}

/** The page of a fake that opens a connection as from its application tile; null for connections without one. */
export function tileUrl({ connection_id, identity_provider }: ActiveSsoConnection): string | null {
  const isFake = identity_provider === 'okta' && connection_id.startsWith('saml-connection-')
  const acs = `${location.origin}/v1/sso/callback/${connection_id}`
  return isFake ? `/dev/enterprise/tile/okta?${new URLSearchParams({ acs })}` : null
}
