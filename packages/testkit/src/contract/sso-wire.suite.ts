import type { SamlConnection } from '@latchkey/contract/b2b'
import type { BusinessTestkit } from '../index.ts'
import { ok, type Shape } from './wire.suite.ts'

/** Two certificates of an identity provider, without their keys. They end in a hundred years. */
export const certificates = [
  'MIIBdzCCAR2gAwIBAgIUBJ0QUXa6N07phJH6JpA2H658tAQwCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFaWRwLTEwIBcNMjYxMTE5MjA1OTI3WhgPMjEyNjEwMjYyMDU5MjdaMBAxDjAMBgNVBAMMBWlkcC0xMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0UBw1/igRLq3B2kkPeLABIKnAB12G8Poqmz3JEBNTnLGvUkmcR36yHUEdmDQ3/ZDZ5g337DU9+etGLvY5ee/dKNTMFEwHQYDVR0OBBYEFBJVerpcCQ3L6fXJ8wtKVXQuyqo+MB8GA1UdIwQYMBaAFBJVerpcCQ3L6fXJ8wtKVXQuyqo+MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAO49YdSH67E0xfQUT4LOdsJH16oTLBN0ATQgTooLhPzsAiBL9vPph1NE7g9aBu+LVzCN2qAkLdHa218bGQs5tQ/l2w==',
  'MIIBeDCCAR2gAwIBAgIUDijUuljMsuSKd5DVBNEnKthoxx8wCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFaWRwLTIwIBcNMjYxMTE5MjA1OTI3WhgPMjEyNjEwMjYyMDU5MjdaMBAxDjAMBgNVBAMMBWlkcC0yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgHVK+79t+nQcNuDhRppfa3DqJ8EJoWP5pcMacEjFgKxWB5BIMWsb7NUgHZDOfHU6taN1jyimsznzlZASyYSEKqNTMFEwHQYDVR0OBBYEFM2JMmtIozeWw5V2aapq9jaxYM7oMB8GA1UdIwQYMBaAFM2JMmtIozeWw5V2aapq9jaxYM7oMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhALMjPbq/842RtnU9BDmQ04t1AFsn5n9m24ay6HvQqzrlAiEAnhOiaZj+hFAfJ3/IvoOLYFuaxVH55Kuhv4vWhwnbe9c=',
] as const

const common = {
  ...{ organization_id: 'string', connection_id: 'string', status: 'string', display_name: 'string' },
  ...{ created_at: 'time', updated_at: 'time', tested_at: 'time|null' },
} as const
const direct = {
  ...common,
  ...{ identity_provider: 'string', attribute_mapping: 'object', idp_mfa_counts: 'boolean' },
  shared_with_organizations: ['string'],
} as const
const roles = [{ role_id: 'string' }] as const
const groupRoles = [{ role_id: 'string', group: 'string' }] as const
const ownCertificates = [{ certificate: 'string', fingerprint: 'string', expires_at: 'time' }] as const

export const samlConnection = {
  ...direct,
  ...{ idp_entity_id: 'string', idp_sso_url: 'string', metadata_url: 'string', acs_url: 'string' },
  ...{ audience_uri: 'string', idp_sso_binding: 'string' },
  verification_certificates: [
    {
      ...{ certificate_id: 'string', certificate: 'string', fingerprint: 'string', source: 'string' },
      ...{ issued_at: 'time', expires_at: 'time', created_at: 'time' },
      ...{ last_used_at: 'time|null', retired_at: 'time|null' },
    },
  ],
  ...{ signing_certificates: ownCertificates, encryption_certificates: ownCertificates },
  saml_connection_implicit_role_assignments: roles,
  saml_group_implicit_role_assignments: groupRoles,
  ...{ expired_certificate: 'string', sha1_accepted_until: 'time|null', authn_requests_signed: 'boolean' },
  ...{ assertions_encrypted: 'boolean', force_authn: 'boolean' },
} as const satisfies Shape

export const oidcConnection = {
  ...direct,
  ...{ issuer: 'string', client_id: 'string', has_client_secret: 'boolean', authorization_url: 'string' },
  ...{ token_url: 'string', userinfo_url: 'string', jwks_url: 'string', redirect_url: 'string' },
  ...{ custom_scopes: 'string', client_authentication: 'string', client_public_key: 'object|null' },
  signing_algorithm: 'string',
  oidc_connection_implicit_role_assignments: roles,
  oidc_group_implicit_role_assignments: groupRoles,
} as const satisfies Shape

export const externalConnection = {
  ...common,
  ...{ external_organization_id: 'string', external_connection_id: 'string' },
  external_connection_implicit_role_assignments: roles,
  external_group_implicit_role_assignments: groupRoles,
} as const satisfies Shape

export const connections = {
  ...ok,
  saml_connections: [samlConnection],
  oidc_connections: [oidcConnection],
  external_connections: [externalConnection],
} as const satisfies Shape

/** An active SAML connection with two certificates. */
export async function createSaml({ client }: BusinessTestkit): Promise<SamlConnection> {
  const { connection_id } = (await client.sso.saml.createConnection()).connection
  const idp = { idp_entity_id: 'https://idp.acme.test', idp_sso_url: 'https://idp.acme.test/sso' }
  const [first, second] = certificates
  await client.sso.saml.updateConnection({ connection_id, ...idp, x509_certificate: first })
  return (await client.sso.saml.updateConnection({ connection_id, x509_certificate: second })).connection
}
