import { createPrivateKey } from 'node:crypto'
import { createRequire } from 'node:module'
import { Constants } from 'samlify'
import { beforeAll, describe, expect, it } from 'vitest'
import { connection, createDocuments, member } from './vectors/documents.suite.ts'
import { createIdentity, type TestIdentity } from './vectors/identity.suite.ts'
import { connectionTo, failures, read } from './vectors/reading.suite.ts'
import { respondBySamlify } from './vectors/samlify.suite.ts'

// An ES module gets its default export under a name that depends on the loader.
const saml20: typeof import('@boxyhq/saml20').default = createRequire(import.meta.url)('@boxyhq/saml20').default

// The other libraries have no clock that a test could set.
const now = Date.now()
let idp: TestIdentity
let sp: TestIdentity

beforeAll(() => {
  idp = createIdentity('idp.example.com', now)
  sp = createIdentity('auth.example.com', now)
})

const algorithms = {
  'RSA with SHA-256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'RSA with SHA-512': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}

describe('responses of other libraries', () => {
  it.each(Object.entries(algorithms))('accepts what xml-crypto signed by %s', (_, signature) => {
    const documents = createDocuments({ now, idp })
    for (const sign of [documents.assertionSigned, documents.responseSigned, documents.bothSigned])
      expect(readByUs(sign({ signature }))).toEqual(accepted)
  })

  it('accepts what @boxyhq/saml20 signed', async () => {
    const xml = await saml20.createSAMLResponse({
      ...{ audience: connection.spEntityId, issuer: connection.idpEntityId, acsUrl: connection.acsUrl },
      ...{ requestId: connection.requestId, claims: { email: member, raw: { email: member } } },
      ...{ privateKey: idp.privateKey, publicKey: idp.certificate },
    })
    expect(readByUs(xml)).toEqual(accepted)
  })

  it.each(Object.entries(algorithms))('accepts what samlify signed by %s, and encrypted', async (_, signature) => {
    const { data, key } = Constants.algorithms.encryption
    const variants = [
      null,
      ...[data.AES_128, data.AES_256, data.AES_128_GCM].map((one) => ({ data: one, key: key.RSA_OAEP_MGF1P })),
    ]
    for (const encryption of variants)
      for (const signs of ['assertion', 'message'] as const) {
        const xml = await respondBySamlify({ now, idp, sp, signature, signs, encryption })
        expect([encryption, signs, readByUs(xml)]).toEqual([encryption, signs, accepted])
      }
  })

  it('rejects the key transport and the cipher that are broken, with one error [B-SAML-08]', async () => {
    const { data, key } = Constants.algorithms.encryption
    const signature = algorithms['RSA with SHA-256']
    for (const encryption of [
      { data: data.AES_256, key: key.RSA_1_5 },
      { data: data.TRI_DEC, key: key.RSA_OAEP_MGF1P },
    ]) {
      const xml = await respondBySamlify({ now, idp, sp, signature, signs: 'assertion', encryption })
      expect(readByUs(xml)).toEqual(['decryption'])
    }
  })
})

const accepted = { nameId: member, email: [member] }

function readByUs(xml: string): unknown {
  const settings = connectionTo(idp, { decryptionKeys: [createPrivateKey(sp.privateKey)] })
  const result = read(xml, settings, now)
  if (result.kind === 'refused') return failures(result)
  return { nameId: result.assertion.nameId, email: result.assertion.attributes.get('email') }
}
