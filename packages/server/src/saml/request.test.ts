import { createVerify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { beforeAll, describe, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { type AuthnRequest, postFields, redirectUrl } from './request.ts'
import { signXml } from './sign-xml.ts'
import { spMetadataXml } from './sp-metadata.ts'
import { connection, createDocuments, member } from './vectors/documents.suite.ts'
import { createIdentity, type TestIdentity } from './vectors/identity.suite.ts'
import { connectionTo, read } from './vectors/reading.suite.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
let sp: TestIdentity
let request: AuthnRequest

beforeAll(() => {
  sp = createIdentity('auth.example.com', now)
  request = {
    ...{ id: '_r1', issuedAt: now, destination: 'https://idp.example.com/sso?tenant=a&b', forceAuthn: true },
    ...{ acsUrl: connection.acsUrl, spEntityId: connection.spEntityId, relayState: 'a b/c' },
    signer: { privateKey: sp.key, certificate: sp.certificate },
  }
  setSchemaValidator({ validate: async () => 'not checked here' })
})

const unsigned =
  '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r1" Version="2.0" IssueInstant="2027-01-15T08:00:00.000Z" Destination="https://idp.example.com/sso?tenant=a&amp;b" AssertionConsumerServiceURL="https://auth.example.com/v1/sso/callback/conn-1" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" ForceAuthn="true"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://auth.example.com/v1/sso/metadata/conn-1</saml:Issuer></samlp:AuthnRequest>'

describe('an AuthnRequest', () => {
  it('is compressed and signed in the query of a redirect', () => {
    const { origin, searchParams, search } = new URL(redirectUrl(request))
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    expect([origin, searchParams.get('tenant'), searchParams.get('RelayState'), xml]).toEqual([
      'https://idp.example.com',
      'a',
      'a b/c',
      unsigned,
    ])
    const signed = /(SAMLRequest=.*)&Signature=/.exec(search)?.[1] ?? ''
    const signature = searchParams.get('Signature') ?? ''
    expect(createVerify('sha256').update(signed).verify(sp.certificate, signature, 'base64')).toBe(true)
    expect(new URL(redirectUrl({ ...request, signer: null })).searchParams.has('Signature')).toBe(false)
  })

  it('is signed in the XML of a form, as xml-crypto verifies', () => {
    const { SAMLRequest, RelayState } = postFields(request)
    const xml = Buffer.from(SAMLRequest, 'base64').toString()
    const signature = /<ds:Signature.*<\/ds:Signature>/.exec(xml)?.[0] ?? ''
    const verifier = new SignedXml({ publicCert: sp.certificate })
    verifier.loadSignature(signature)
    expect([verifier.checkSignature(xml), RelayState, xml.replace(signature, '')]).toEqual([true, 'a b/c', unsigned])
    expect(Buffer.from(postFields({ ...request, signer: null }).SAMLRequest, 'base64').toString()).toBe(unsigned)
  })

  it('and our metadata are understood by samlify', async () => {
    const certificates = { signingCertificates: [sp.certificate], encryptionCertificates: [sp.certificate] }
    const { acsUrl, spEntityId: entityId } = connection
    const metadata = spMetadataXml({ entityId, acsUrl, ...certificates })
    const serviceProvider = ServiceProvider({ metadata })
    expect(serviceProvider.entityMeta.getEntityID()).toBe(entityId)
    expect(serviceProvider.entityMeta.getAssertionConsumerService('post')).toBe(acsUrl)
    const { post, redirect } = Constants.namespace.binding
    const services = [post, redirect].map((Binding) => ({ Binding, Location: request.destination }))
    const identityProvider = IdentityProvider({
      ...{ entityID: connection.idpEntityId, wantAuthnRequestsSigned: true },
      ...{ singleSignOnService: services, singleLogoutService: services },
    })
    const { extract } = await identityProvider.parseLoginRequest(serviceProvider, 'post', { body: postFields(request) })
    expect(extract.request).toMatchObject({ id: '_r1', assertionConsumerServiceUrl: acsUrl })
  })
})

it('a signature by elliptic curve is written and verified', () => {
  const idp = createIdentity('idp.example.com', now, 'ec')
  const { assertion, response } = createDocuments({ now, idp })
  const xml = response(assertion())
  const id = /<saml:Assertion [^>]*ID="([^"]+)"/.exec(xml)?.[1] ?? ''
  const [before = '', after = ''] = xml.split(/(?<=<\/saml:Issuer>)(?=<saml:Subject>)/)
  const signed = signXml((signature) => before + signature + after, id, {
    privateKey: idp.key,
    certificate: idp.certificate,
  })
  expect(read(signed, connectionTo(idp), now)).toMatchObject({ kind: 'accepted', assertion: { nameId: member } })
  expect(() => signXml(() => xml, '_other', { privateKey: idp.key, certificate: idp.certificate })).toThrow('_other')
})
