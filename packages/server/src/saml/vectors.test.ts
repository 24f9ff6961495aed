import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { beforeAll, describe, expect, it } from 'vitest'
import { vectorCodes } from './vectors/codes.suite.ts'
import { connection, member } from './vectors/documents.suite.ts'
import { createIdentity } from './vectors/identity.suite.ts'
import { createVectors, type Vector } from './vectors/list.suite.ts'
import { connectionTo, failures, read } from './vectors/reading.suite.ts'

// node-saml has no clock that a test could set.
const now = Date.now()
let vectors: Vector[]
let idp: ReturnType<typeof createIdentity>

beforeAll(() => {
  idp = createIdentity('idp.example.com', now)
  vectors = createVectors({ now, idp, otherIdp: createIdentity('other.example.com', now) })
})

const named = (matches: (vector: Vector) => boolean): string[] => vectors.filter(matches).map(({ name }) => name)

describe('the 73 documents', () => {
  it('accepts and refuses each as recorded, with its diagnosis code [B-SAML-01]', () => {
    const settings = connectionTo(idp)
    const got = vectors.map(({ name, xml }) => {
      const result = read(xml, settings, now)
      return [name, result.kind === 'accepted' ? [] : failures(result)]
    })
    const wanted = vectors.map(({ name, decision }) => [name, decision === 'accept' ? [] : [vectorCodes[name]]])
    expect(got).toEqual(wanted)
    const counts = (['accept', 'refuse', 'policy'] as const).map(
      (kind) => named(({ expect }) => expect === kind).length,
    )
    expect(counts).toEqual([3, 60, 10])
    expect(Object.keys(vectorCodes)).toHaveLength(named(({ decision }) => decision === 'refuse').length)
  })

  it('reads the person of the accepted ones, and truncates no value [B-SAML-01]', () => {
    const settings = connectionTo(idp)
    for (const { name, xml } of vectors) {
      const result = read(xml, settings, now)
      if (result.kind === 'refused') continue
      const { nameId, attributes } = result.assertion
      expect([name, nameId, attributes.get('email')]).toEqual([name, member, [member]])
      expect(Object.keys(Object.prototype)).toEqual([])
    }
  })

  it('differs from node-saml in these documents only', async () => {
    const requests = new Map<string, string>()
    const saml = new SAML({
      ...{ idpCert: idp.certificate, idpIssuer: connection.idpEntityId, entryPoint: 'https://idp.example.com/sso' },
      ...{ issuer: connection.spEntityId, audience: connection.spEntityId, callbackUrl: connection.acsUrl },
      ...{ wantAssertionsSigned: false, wantAuthnResponseSigned: false, acceptedClockSkewMs: 60_000 },
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: {
        saveAsync: async (key, value) => ({ value, createdAt: now, key: void requests.set(key, value) }),
        getAsync: async (key) => requests.get(key) ?? null,
        removeAsync: async (key) => (key !== null && requests.delete(key) ? key : null),
      },
    })
    const differences: string[] = []
    for (const { name, xml, decision, mustNotRead } of vectors) {
      requests.set(connection.requestId, new Date(now).toISOString())
      const read = await saml
        .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
        .then(({ profile }) => profile)
        .catch(() => null)
      const isWrong = mustNotRead?.nameId !== undefined && read?.nameID === mustNotRead.nameId
      const verdict = read === null ? 'refused' : `accepted${isWrong ? ', with the wrong NameID' : ''}`
      if ((read !== null) !== (decision === 'accept')) differences.push(`${name}: ${verdict}`)
    }
    expect(differences).toEqual([
      'comment in NameID, whole text signed: accepted',
      'processing instruction in NameID: accepted',
      'CDATA section in NameID: accepted',
      'comment in the email attribute, whole text signed: accepted',
      'SHA-1 signature and digest: accepted',
      'DOCTYPE without entities: accepted',
      'DOCTYPE with a default ID attribute (CVE-2025-25292): accepted',
      'canonicalization with comments, comment in NameID signed: accepted',
      'recipient of another service: accepted',
      'no Recipient: accepted',
      'destination of another service, response signed: accepted',
      'unsolicited assertion in a response with a known InResponseTo (node-saml #433): accepted',
      'issuer is another IdP: accepted',
      'status Requester with an assertion: accepted',
      'two attributes named email: accepted',
      'no NameID, attribute named nameID: accepted, with the wrong NameID',
    ])
  })
})
