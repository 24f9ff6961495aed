import { beforeAll, describe, expect, it } from 'vitest'
import { explainSamlResponse } from '../../saml/explain-response.ts'
import { readIdpMetadata } from '../../saml/idp-metadata.ts'
import { readResponse } from '../../saml/response.ts'
import { type EnterpriseFault, enterpriseFaults } from './faults.ts'
import { createFakeSamlIdp, type FakeSamlIdp } from './saml-idp.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
const parties = { acsUrl: 'https://auth.test/acs', spEntityId: 'https://auth.test/sp', requestId: '_request' }
let idp: FakeSamlIdp
const respond = (fault?: EnterpriseFault): string =>
  idp.respond({ ...parties, now, email: 'ada@acme.test', groups: ['a&b'], ...(fault && { fault }) })

beforeAll(async () => {
  idp = await createFakeSamlIdp({ entityId: 'https://idp.test/metadata', now })
})

function explain(response: string) {
  const { acsUrl, spEntityId: entityId, requestId } = parties
  const metadata = idp.metadata('https://idp.test/sso')
  const required = { requiredAttributes: ['email'], decryptionKeys: [] }
  return explainSamlResponse({ response, metadata, acsUrl, entityId, requestId, now, ...required })
}

describe('the fake identity provider', () => {
  it('gives a response that is accepted, with the person and the groups', () => {
    for (const text of [
      respond(),
      Buffer.from(respond()).toString('base64'),
      `SAMLResponse=${encodeURIComponent(Buffer.from(respond()).toString('base64'))}&RelayState=x`,
    ])
      expect(explain(text)).toMatchObject({
        ...{ accepted: true, nameId: 'ada@acme.test' },
        attributes: { email: ['ada@acme.test'], groups: ['a&b'] },
      })
  })

  it.each(Object.entries(enterpriseFaults))('with the fault %s gets its diagnosis, and no other', (fault, { code }) => {
    const { accepted, checks, nameId } = explain(respond(fault as EnterpriseFault))
    const found = checks.filter(({ outcome }) => outcome !== 'passed').map((check) => check.code)
    // An expired certificate is a warning, unless the connection says otherwise.
    const isWarning = fault === 'expired_certificate'
    expect({ found, accepted, isNamed: nameId !== null }).toEqual({
      found: [code],
      accepted: isWarning,
      isNamed: isWarning,
    })
  })

  it('has 14 faults with 14 different diagnoses', () => {
    const codes = Object.values(enterpriseFaults).map(({ code }) => code)
    expect([codes.length, new Set(codes).size]).toEqual([14, 14])
  })

  it('signs with RSA-SHA1 so that a connection that allows it accepts the response', () => {
    const read = (sha1Until: number | null) =>
      readResponse(
        respond('sha1'),
        {
          ...{ acsUrl: parties.acsUrl, spEntityId: parties.spEntityId, idpEntityId: idp.entityId, sha1Until },
          certificates: readIdpMetadata(idp.metadata('https://idp.test/sso'), now).certificates,
          ...{ expiredCertificate: 'refuse', decryptionKeys: [], requiredAttributes: ['email'] },
        },
        { now, requestId: parties.requestId },
      ).kind
    expect([read(null), read(now + 1)]).toEqual(['refused', 'accepted'])
  })
})
