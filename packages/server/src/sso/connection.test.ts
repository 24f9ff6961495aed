import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createVault } from '../core/vault.ts'
import { sampleSsoConnection } from '../storage/testing/sample.ts'
import { redactText } from './attempts.ts'
import { type SsoConnection, ssoConnection, ssoRegistrationKey, statusOf, storedConfig } from './connection.ts'
import { noSecrets, openSsoSecrets, sealSsoSecrets } from './secrets.ts'

const realm = { projectId: 'p', organizationId: 'o' }
const connectionOf = (kind: SsoConnection['kind'], config: object = {}): SsoConnection =>
  ssoConnection(sampleSsoConnection(realm, { kind, config: { ...config } }))

describe('a connection', () => {
  it('has the safe defaults of its kind', () => {
    expect(connectionOf('saml').config).toMatchObject({ idpMfaCounts: false, sha1Until: null, sharedWith: [] })
    expect(connectionOf('saml').config).toMatchObject({ expiredCertificate: 'warn', connectionRoles: [] })
    expect(connectionOf('oidc').config).toMatchObject({ idpMfaCounts: false, signingAlgorithm: 'RS256' })
    const { config } = connectionOf('saml', { idpEntityId: 'https://idp.example' })
    expect(ssoConnection(sampleSsoConnection(realm, { config: storedConfig(config) })).config).toEqual(config)
  })

  it('is active with all that a sign-in needs', () => {
    const saml = { idpEntityId: 'https://idp.example', idpSsoUrl: 'https://idp.example/sso' }
    expect(statusOf(connectionOf('saml', saml), 1)).toBe('active')
    expect(statusOf(connectionOf('saml', saml), 0)).toBe('pending')
    for (const field of Object.keys(saml))
      expect(statusOf(connectionOf('saml', { ...saml, [field]: '' }), 1)).toBe('pending')
    const oidc = {
      ...{ issuer: 'i', clientId: 'c', authorizationUrl: 'a', tokenUrl: 't', jwksUrl: 'j', hasClientSecret: true },
    }
    expect(statusOf(connectionOf('oidc', oidc), 0)).toBe('active')
    for (const field of Object.keys(oidc))
      expect([field, statusOf(connectionOf('oidc', { ...oidc, [field]: '' }), 0)]).toEqual([field, 'pending'])
    const withKey = { ...oidc, clientAuthentication: 'private_key_jwt' }
    expect(statusOf(connectionOf('oidc', withKey), 0)).toBe('pending')
    expect(statusOf(connectionOf('oidc', { ...withKey, clientPublicKey: {} }), 0)).toBe('active')
  })

  it('has identities of its own, by issuer and external id', () => {
    const keys = [
      ...[
        ssoRegistrationKey('a', 'i', 'x|y'),
        ssoRegistrationKey('b', 'i', 'x|y'),
        ssoRegistrationKey('a', 'j', 'x|y'),
      ],
      ...[ssoRegistrationKey('a', 'i|x', 'y'), ssoRegistrationKey('a', 'i', 'y')],
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => !key.startsWith('a|'))).toHaveLength(1)
  })

  it('has secrets that open in its own row only', () => {
    const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
    const vault = createVault([{ id: 'k', key: random.bytes(32) }], random)
    const record = sampleSsoConnection(realm)
    const secrets = { ...noSecrets, clientSecret: 'violet-canary' }
    const secretsSealed = sealSsoSecrets(vault, record, secrets)
    expect(secretsSealed).not.toContain('violet')
    expect(openSsoSecrets(vault, { ...record, secretsSealed })).toEqual(secrets)
    expect(() => openSsoSecrets(vault, { ...sampleSsoConnection(realm), secretsSealed })).toThrow()
  })
})

describe('the log of attempts', () => {
  it('keeps no mailbox and no text that could be a secret [B-SSO-23]', () => {
    const id = 'saml-connection-test-01990000-0000-7000-8000-000000000000'
    const token = 'eyJhbGciOiJSUzI1NiJ9eyJzdWIiOiJhZGEifQ-_0123456789'
    expect(redactText(`ada.byron@acme.example at https://idp.example/${id}?t=${token}`)).toBe(
      `…@acme.example at https://idp.example/${id}?t=…`,
    )
    expect(redactText('x '.repeat(5_000))).toHaveLength(300)
  })
})
