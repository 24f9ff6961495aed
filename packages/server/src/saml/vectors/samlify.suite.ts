import { Constants, IdentityProvider, ServiceProvider } from 'samlify'
import { connection, createDocuments, type Identity, member } from './documents.suite.ts'

export interface SamlifyOptions {
  now: number
  idp: Identity
  /** The key for encryption. */
  sp: Pick<Identity, 'certificate'>
  signature: string
  signs: 'assertion' | 'message'
  /** The algorithms for the data and for its key. */
  encryption: { data: string; key: string } | null
}

/** A response that samlify signs and, with `encryption`, encrypts. */
export async function respondBySamlify(options: SamlifyOptions): Promise<string> {
  const { now, idp, sp, signature, signs, encryption } = options
  const isEncrypted = encryption !== null
  const documents = createDocuments({ now, idp })
  const context = documents.response(documents.assertion())
  const identityProvider = IdentityProvider({
    entityID: connection.idpEntityId,
    ...{ privateKey: idp.privateKey, signingCert: idp.certificate, requestSignatureAlgorithm: signature },
    ...{ isAssertionEncrypted: isEncrypted, loginResponseTemplate: { context, attributes: [] } },
    singleSignOnService: [{ Binding: Constants.namespace.binding.post, Location: 'https://idp.example.com/sso' }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.post, Location: 'https://idp.example.com/slo' }],
    ...{ dataEncryptionAlgorithm: encryption?.data, keyEncryptionAlgorithm: encryption?.key },
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
