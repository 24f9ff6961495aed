import { describe, expect, it } from 'vitest'
import { explainSamlResponse } from '../../saml/explain-response.ts'
import { createFakeSamlIdp, type SamlFault, samlFaults } from './saml-idp.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
const idp = createFakeSamlIdp({ entityId: 'https://idp.test/metadata', now })
const parties = { acsUrl: 'https://auth.test/acs', spEntityId: 'https://auth.test/sp', requestId: '_request' }
const respond = (fault?: SamlFault): string =>
  idp.respond({ ...parties, now, email: 'ada@acme.test', groups: ['a&b'], ...(fault && { fault }) })

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

  it.each(Object.entries(samlFaults))('with the fault %s gets the diagnosis %s, and no other', (fault, code) => {
    const { accepted, checks, nameId } = explain(respond(fault as SamlFault))
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
    expect(new Set(Object.values(samlFaults)).size).toBe(14)
  })
})
