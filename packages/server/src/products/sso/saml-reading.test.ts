import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFakeSamlIdp } from '../../dev/enterprise/saml-idp.ts'
import { redirectUrl } from '../../saml/request.ts'
import { readResponse } from '../../saml/response.ts'
import { mapAttributes } from '../../sso/attributes.ts'
import { ssoConnection } from '../../sso/connection.ts'
import { requestSigner, samlReaderConnection } from '../../sso/saml-connection.ts'
import { openSsoSecrets } from '../../sso/secrets.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../testing/harness.ts'
import { createSsoHarness } from './sso.suite.ts'

let storage: Storage
beforeAll(async () => {
  storage = await openTestStorage('sqlite')
})
afterAll(() => storage.close())

it('reads a response with what is stored about a connection [B-SAML-14]', async () => {
  const { admin, connection, createSaml, acme, clock, vault, close } = await createSsoHarness(storage)
  const baseUrl = 'https://auth.example.com'
  const now = clock.now()
  const idp = await createFakeSamlIdp({ entityId: 'https://idp.acme.example', now })
  const { connection_id: id, acs_url: acsUrl, audience_uri: spEntityId } = await createSaml()
  const read = async (change: object, fault?: 'expired_certificate' | 'unknown_key') => {
    connection(await admin('PUT', `/saml/${id}`, change))
    const realm = organizationRealm(acme)
    const stored = ssoConnection((await storage.ssoConnections.get(realm, id)) ?? expect.fail())
    if (stored.kind !== 'saml') return expect.fail()
    const secrets = openSsoSecrets(vault, stored.record)
    const certificates = await storage.ssoCertificates.list(realm, id)
    const reader = samlReaderConnection({ baseUrl, connection: stored, certificates, secrets })
    const request = { now, acsUrl, spEntityId, requestId: '_1' }
    const xml = idp.respond({ ...request, email: 'ada@acme.example', groups: ['staff'], ...(fault && { fault }) })
    return { ...readResponse(xml, reader, request), signer: requestSigner(stored, secrets), stored }
  }
  const accepted = await read({ metadata_xml: idp.metadata('https://idp.acme.example/sso') })
  expect(accepted.signer).toBe(null)
  if (accepted.kind !== 'accepted') expect.fail(accepted.code)
  const { nameId: subject, attributes } = accepted.assertion
  expect(mapAttributes(accepted.stored.config.attributeMapping, { subject, attributes })).toMatchObject({
    identity: { externalId: 'ada@acme.example', email: 'ada@acme.example', groups: ['staff'] },
  })
  expect(await read({}, 'expired_certificate')).toMatchObject({ kind: 'accepted' })
  expect(await read({ expired_certificate: 'refuse' }, 'expired_certificate')).toMatchObject({
    ...{ kind: 'refused', code: 'certificate_expired' },
  })
  expect(await read({}, 'unknown_key')).toMatchObject({ kind: 'refused', code: 'signature_key_unknown' })
  const { signer } = await read({ authn_requests_signed: true })
  const url = redirectUrl({
    ...{ id: '_1', issuedAt: now, destination: 'https://idp.acme.example/sso', acsUrl, spEntityId },
    ...{ forceAuthn: false, relayState: 'x', signer },
  })
  expect(new URL(url).searchParams.get('Signature')).toEqual(expect.any(String))
  await close()
})
