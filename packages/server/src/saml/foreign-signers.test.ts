import { createPrivateKey } from 'node:crypto'
import { createRequire } from 'node:module'
import { Constants, IdentityProvider, ServiceProvider } from 'samlify'
import { beforeAll, describe, expect, it } from 'vitest'
import { connection, createDocuments, member } from './vectors/documents.suite.ts'
import { createIdentity, type TestIdentity } from './vectors/identity.suite.ts'
import { connectionTo, failures, read } from './vectors/reading.suite.ts'

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
    const plain = { dataEncryptionAlgorithm: undefined, keyEncryptionAlgorithm: undefined }
    const { data, key } = Constants.algorithms.encryption
    const variants = [
      plain,
      ...[data.AES_128, data.AES_256, data.AES_128_GCM].map((dataEncryptionAlgorithm) => ({
        dataEncryptionAlgorithm,
        keyEncryptionAlgorithm: key.RSA_OAEP_MGF1P,
      })),
    ]
    for (const encryption of variants)
      for (const signs of ['assertion', 'message'] as const)
        expect([encryption, signs, readByUs(await bySamlify(signature, signs, encryption))]).toEqual([
          encryption,
          signs,
          accepted,
        ])
  })

  it('rejects the key transport and the cipher that are broken, with one error [B-SAML-08]', async () => {
    const { data, key } = Constants.algorithms.encryption
    const signature = algorithms['RSA with SHA-256']
    for (const encryption of [
      { dataEncryptionAlgorithm: data.AES_256, keyEncryptionAlgorithm: key.RSA_1_5 },
      { dataEncryptionAlgorithm: data.TRI_DEC, keyEncryptionAlgorithm: key.RSA_OAEP_MGF1P },
    ])
      expect(readByUs(await bySamlify(signature, 'assertion', encryption))).toEqual(['decryption'])
  })
})

const accepted = { nameId: member, email: [member] }

function readByUs(xml: string): unknown {
  const settings = connectionTo(idp, { decryptionKeys: [createPrivateKey(sp.privateKey)] })
  const result = read(xml, settings, now)
  if (result.kind === 'refused') return failures(result)
  return { nameId: result.assertion.nameId, email: result.assertion.attributes.get('email') }
}

async function bySamlify(
  signature: string,
  signs: 'assertion' | 'message',
  encryption: { dataEncryptionAlgorithm: string | undefined; keyEncryptionAlgorithm: string | undefined },
): Promise<string> {
  const isEncrypted = encryption.dataEncryptionAlgorithm !== undefined
  const documents = createDocuments({ now, idp })
  const context = documents.response(documents.assertion())
  const identityProvider = IdentityProvider({
    entityID: connection.idpEntityId,
    ...{ privateKey: idp.privateKey, signingCert: idp.certificate, requestSignatureAlgorithm: signature },
    ...{ isAssertionEncrypted: isEncrypted, loginResponseTemplate: { context, attributes: [] } },
    singleSignOnService: [{ Binding: Constants.namespace.binding.post, Location: 'https://idp.example.com/sso' }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.post, Location: 'https://idp.example.com/slo' }],
    ...encryption,
  } as Parameters<typeof IdentityProvider>[0])
  const serviceProvider = ServiceProvider({
    entityID: connection.spEntityId,
    ...{ wantAssertionsSigned: signs === 'assertion', wantMessageSigned: signs === 'message' },
    ...(isEncrypted && { encryptCert: sp.certificate }),
    assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: connection.acsUrl }],
  })
  const response = await identityProvider.createLoginResponse(
    serviceProvider,
    { extract: { request: { id: connection.requestId } } },
    'post',
    { email: member },
    {
      customTagReplacement: (template) => ({ id: connection.requestId, context: template }),
      encryptThenSign: isEncrypted,
    },
  )
  return Buffer.from(response.context, 'base64').toString()
}
