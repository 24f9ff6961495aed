import { createPrivateKey, X509Certificate } from 'node:crypto'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createIdentity } from '../../saml/vectors/identity.suite.ts'
import { openSsoSecrets } from '../../sso/secrets.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { createSsoHarness, idpEntityId, idpMetadata, idpSsoUrl, metadataUrl, type SsoHarness } from './sso.suite.ts'

const day = 86_400_000
const base = 'https://auth.example.com'

describe.each(engines)('SAML connections on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const using = async (work: (harness: SsoHarness) => Promise<void>, options = {}) => {
    const harness = await createSsoHarness(storage, options)
    try {
      await work(harness)
    } finally {
      await harness.close()
    }
  }

  it.inTurn('are created, completed with metadata from a file, and listed [B-SSO-03] [B-SSO-06]', () =>
    using(async ({ createSaml, admin, connection, newIdentity, acme, call, session }) => {
      const created = await createSaml({ display_name: ' Okta ', identity_provider: 'okta' })
      const { connection_id: id } = created
      expect(created).toMatchObject({
        ...{ organization_id: acme.id, status: 'pending', display_name: 'Okta', identity_provider: 'okta' },
        ...{ acs_url: `${base}/v1/sso/callback/${id}`, audience_uri: `${base}/v1/sso/metadata/${id}` },
        ...{ idp_entity_id: '', verification_certificates: [], idp_mfa_counts: false, sha1_accepted_until: null },
        ...{ expired_certificate: 'warn', authn_requests_signed: false, assertions_encrypted: false, tested_at: null },
      })
      const identity = newIdentity()
      const fields = { metadata_xml: idpMetadata([identity]), attribute_mapping: { email: 'mail' } }
      const changed = connection(await admin('PUT', `/saml/${id}`, fields))
      expect(changed).toMatchObject({
        ...{ status: 'active', idp_entity_id: idpEntityId, idp_sso_url: idpSsoUrl, metadata_url: '' },
        ...{ attribute_mapping: { email: 'mail' }, display_name: 'Okta' },
        verification_certificates: [
          {
            ...{ fingerprint: new X509Certificate(identity.certificate).fingerprint256, source: 'admin' },
            ...{ last_used_at: null, retired_at: null },
          },
        ],
      })
      const { data } = await admin('GET', '')
      expect(data).toMatchObject({ saml_connections: [changed], oidc_connections: [], external_connections: [] })
      const me = await call('GET', '/b2b/organizations/me', undefined, { session })
      expect(me.data).toMatchObject({
        organization: {
          sso_active_connections: [{ connection_id: id, display_name: 'Okta', identity_provider: 'okta' }],
        },
      })
    }),
  )

  it.inTurn('are changed field by field, and reject what cannot be used [B-SSO-06]', () =>
    using(async ({ completeSaml, admin, connection, clock, newIdentity }) => {
      const { connection: complete } = await completeSaml()
      const path = `/saml/${complete.connection_id}`
      const until = new Date(clock.now() + 30 * day).toISOString()
      const fields = {
        ...{ idp_entity_id: 'urn:idp', idp_sso_url: 'https://login.acme.example/', idp_sso_binding: 'post' },
        force_authn: true,
        ...{ expired_certificate: 'refuse', sha1_accepted_until: until, idp_mfa_counts: true },
        ...{ shared_with_organizations: ['organization-test-x'], display_name: 'Entra' },
        ...{ identity_provider: 'microsoft-entra' },
      }
      expect(connection(await admin('PUT', path, fields))).toMatchObject(fields)
      const bindingAfter = async (body: object) => connection(await admin('PUT', path, body)).idp_sso_binding
      expect([
        await bindingAfter({ idp_sso_url: fields.idp_sso_url }),
        await bindingAfter({ idp_sso_binding: 'post' }),
        await bindingAfter({ metadata_xml: idpMetadata([newIdentity()]) }),
        await bindingAfter({ metadata_xml: idpMetadata([newIdentity()]).replace('HTTP-Redirect', 'HTTP-POST') }),
      ]).toEqual(['redirect', 'post', 'redirect', 'post'])
      const changed = connection(await admin('PUT', path, fields))
      expect(changed).toMatchObject(fields)
      const wrong: [object, string][] = [
        [{ idp_sso_url: 'http://login.acme.example/' }, '.idp_sso_url'],
        [{ idp_sso_url: 'javascript:alert(1)' }, '.idp_sso_url'],
        [{ idp_sso_binding: 'artifact' }, '.idp_sso_binding'],
        [{ sha1_accepted_until: new Date(clock.now() + 181 * day).toISOString() }, '.sha1_accepted_until'],
        [{ sha1_accepted_until: 'soon' }, '.sha1_accepted_until'],
        [{ x509_certificate: 'AAAA' }, '.x509_certificate'],
        [{ metadata_xml: '<x/>' }, '.metadata_xml'],
        [{ metadata_xml: '<!DOCTYPE x><x/>' }, '.metadata_xml'],
        [{ signing_private_key: 'AAAA' }, '.signing_private_key'],
        [{ attribute_mapping: { __proto__: 'x', 'Not a name': 'y' } }, '.attribute_mapping'],
        [
          { saml_connection_implicit_role_assignments: [{ role_id: 'nobody' }] },
          '.saml_connection_implicit_role_assignments[0].role_id',
        ],
      ]
      for (const [body, dataPath] of wrong) {
        const answer = await admin('PUT', path, { ...body, display_name: 'Changed' })
        expect([answer.outcome, answer.json.body?.[0]?.dataPath]).toEqual(['schema_error', dataPath])
      }
      expect((await admin('GET', '')).data).toMatchObject({ saml_connections: [changed] })
    }),
  )

  it.inTurn('read metadata from an address on the public internet only [B-SSO-07]', () =>
    using(async ({ createSaml, admin, connection, newIdentity, documents, clock }) => {
      const { connection_id: id } = await createSaml()
      const read = (metadata_url: string) => admin('PUT', `/saml/${id}/url`, { metadata_url })
      const reasonOf = async (url: string) => {
        const { outcome, json } = await read(url)
        return [outcome, json.error_details?.reason]
      }
      for (const url of [
        ...['http://idp.acme.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest'],
        ...['https://intranet.acme.example/', 'file:///etc/passwd', 'nothing'],
      ])
        expect([url, ...(await reasonOf(url))]).toEqual([url, 'invalid_idp_sso_url', 'address_refused'])
      const old = createIdentity('old', clock.now() - 400 * day, 'ec')
      for (const [document, reason] of [
        ['<html/>', 'no_identity_provider'],
        ['{}', 'malformed'],
        [idpMetadata([old]), 'no_certificate'],
        [() => new Response('', { status: 302, headers: { location: 'https://127.0.0.1/' } }), 'status'],
      ] as const) {
        documents.set(metadataUrl, document)
        expect(await reasonOf(metadataUrl)).toEqual(['invalid_idp_sso_url', reason])
      }
      expect((await admin('GET', '')).data).toMatchObject({ saml_connections: [{ status: 'pending' }] })
      documents.set(metadataUrl, idpMetadata([newIdentity('a'), newIdentity('b'), old]))
      const changed = connection(await read(metadataUrl))
      expect(changed).toMatchObject({ status: 'active', metadata_url: metadataUrl, idp_entity_id: idpEntityId })
      expect(changed.verification_certificates.map(({ source }) => source)).toEqual([
        'metadata',
        'metadata',
        'metadata',
      ])
    }),
  )

  it.inTurn('keep a certificate, take no expired one and no more than 20 [B-SSO-08]', () =>
    using(async ({ completeSaml, admin, connection, newIdentity, clock }) => {
      const { connection: complete, identity } = await completeSaml()
      const path = `/saml/${complete.connection_id}`
      const [first] = complete.verification_certificates
      const remove = (id: string | undefined) => admin('DELETE', `${path}/verification_certificates/${id}`)
      expect((await remove(first?.certificate_id)).outcome).toBe('cannot_delete_last_sso_verification_key')
      expect((await remove('sso-certificate-test-x')).outcome).toBe('sso_certificate_not_found')
      const expired = createIdentity('old', clock.now() - 400 * day, 'ec').certificate
      const rejected = await admin('PUT', path, { x509_certificate: expired })
      expect(rejected.json.body?.[0]).toMatchObject({ dataPath: '.x509_certificate', message: 'has expired' })
      const add = (x509_certificate: string) => admin('PUT', path, { x509_certificate })
      expect(connection(await add(identity.certificate)).verification_certificates).toHaveLength(1)
      const added = await Promise.all([newIdentity('b'), newIdentity('c')].map(({ certificate }) => add(certificate)))
      // The second one did not see the first: it is sent again.
      const again = added.some(({ outcome }) => outcome === 'settings_conflict')
      expect(added.map(({ outcome }) => outcome).filter((outcome) => outcome === '200')).toHaveLength(again ? 1 : 2)
      for (;;) {
        const answer = await add(newIdentity().certificate)
        if (answer.outcome === '200') continue
        expect(answer.outcome).toBe('too_many_sso_verification_certificates')
        break
      }
      expect((await admin('GET', '')).data).toMatchObject({
        saml_connections: [{ verification_certificates: { length: 20 } }],
      })
      const removed = await remove(first?.certificate_id)
      expect(removed.data).toMatchObject({ certificate_id: first?.certificate_id })
      expect((await add(newIdentity().certificate)).outcome).toBe('200')
    }),
  )

  it.inTurn('have metadata with our certificates, and never show a private key [B-SAML-16]', () =>
    using(async ({ completeSaml, admin, connection, fetch, vault, acme, newIdentity }) => {
      const { connection: complete } = await completeSaml()
      const { connection_id: id } = complete
      const metadata = () => fetch(new Request(complete.audience_uri))
      const plain = await metadata()
      expect(plain.headers.get('content-type')).toBe('application/samlmetadata+xml')
      expect(plain.text).toContain(`entityID="${base}/v1/sso/metadata/${id}"`)
      expect(plain.text).toContain(`Location="${base}/v1/sso/callback/${id}"`)
      expect(plain.text).toContain('AuthnRequestsSigned="false"')
      expect(plain.text).not.toContain('KeyDescriptor')
      const both = { authn_requests_signed: true, assertions_encrypted: true }
      const answer = await admin('PUT', `/saml/${id}`, both)
      const changed = connection(answer)
      expect(changed).toMatchObject({ ...both, signing_certificates: [{}], encryption_certificates: [{}] })
      const stored = await storage.ssoConnections.get(organizationRealm(acme), id)
      const { signingKey, decryptionKeys } = openSsoSecrets(vault, stored ?? expect.fail())
      for (const [key, shown] of [
        [signingKey, changed.signing_certificates[0]],
        [decryptionKeys[0], changed.encryption_certificates[0]],
      ] as const) {
        const certificate = new X509Certificate(shown?.certificate ?? '')
        expect(certificate.checkPrivateKey(createPrivateKey(key ?? ''))).toBe(true)
        expect((await metadata()).text).toContain(certificate.raw.toString('base64').slice(0, 60))
        expect(`${answer.text}${JSON.stringify(stored)}`).not.toContain(key?.split('\n')[1])
      }
      const own = newIdentity('own')
      const withOwn = connection(await admin('PUT', `/saml/${id}`, { signing_private_key: own.privateKey }))
      const [signing] = withOwn.signing_certificates
      expect(new X509Certificate(signing?.certificate ?? '').checkPrivateKey(own.key)).toBe(true)
      const off = { signing_private_key: '', assertions_encrypted: false }
      expect(connection(await admin('PUT', `/saml/${id}`, off))).toMatchObject({
        ...{ authn_requests_signed: false, signing_certificates: [], encryption_certificates: [] },
      })
      const unknown = await fetch(new Request(`${base}/v1/sso/metadata/saml-connection-test-x`))
      expect(unknown.outcome).toBe('sso_connection_not_found')
    }),
  )

  it.inTurn('give roles that the admin may give [B-RBAC-11]', () => {
    const permission = (resource_id: string, ...actions: string[]) => ({ resource_id, actions })
    const rbacPolicy = {
      roles: [
        { role_id: 'connector', description: '', permissions: [permission('latchkey.sso', '*')] },
        { role_id: 'reader', description: '', permissions: [permission('documents', 'read')] },
      ],
      resources: [{ resource_id: 'documents', description: '', actions: ['read'] }],
      scopes: [],
    }
    return using(
      async ({ acme, createSaml, admin, connection, addMember, signInTo, call }) => {
        const { connection_id: id } = await createSaml()
        await addMember(acme, 'bob@acme.example', { roles: ['connector'] })
        const { session_token: session } = await signInTo(acme, 'bob@acme.example')
        const roles = {
          saml_connection_implicit_role_assignments: [{ role_id: 'connector' }],
          saml_group_implicit_role_assignments: [{ role_id: 'reader', group: 'staff' }],
        }
        const as = (body: object) => call('PUT', `/b2b/sso/saml/${id}`, body, { session })
        const rejected = await as(roles)
        expect([rejected.outcome, rejected.json.error_details]).toEqual([
          'unauthorized_action',
          { missing: [{ resource: 'documents', action: 'read' }] },
        ])
        const admins = { saml_connection_implicit_role_assignments: [{ role_id: builtInRoleIds.admin }] }
        expect((await as(admins)).outcome).toBe('unauthorized_action')
        expect(connection(await admin('PUT', `/saml/${id}`, { ...roles }))).toMatchObject(roles)
        expect((await as({ saml_connection_implicit_role_assignments: [{ role_id: 'connector' }] })).outcome).toBe(
          '200',
        )
      },
      { settings: { rbacPolicy } },
    )
  })
})
