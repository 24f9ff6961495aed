import { describe, expect, it } from 'vitest'
import { MetadataError, readIdpMetadata } from './idp-metadata.ts'
import { createIdentity } from './vectors/identity.suite.ts'
import { certificateOf } from './vectors/reading.suite.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
const [first, second] = [createIdentity('a', now), createIdentity('b', now, 'ec')]
const bare = (certificate: string): string => certificate.replace(/-----[A-Z ]+-----/g, '').trim()
const key = (certificate: string, use = ' use="signing"'): string =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\n${certificate}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
const service = (binding: string, location: string): string =>
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`

function metadata({
  keys = key(bare(first.certificate)),
  services = service('HTTP-POST', 'https://idp.example.com/post') +
    service('HTTP-Redirect', 'https://idp.example.com/sso'),
  attributes = '',
  entityId = 'https://idp.example.com/metadata',
} = {}): string {
  return `<?xml version="1.0"?><!-- edited --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"${attributes}><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}${services}</md:IDPSSODescriptor></md:EntityDescriptor>`
}

function codeOf(xml: string): string | null {
  try {
    readIdpMetadata(xml, now)
    return null
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    return error.code
  }
}

describe('metadata of an identity provider', () => {
  it('gives the entity id, the address of the redirect binding, and each certificate for signatures once', () => {
    const keys = [
      key(bare(first.certificate)),
      key(bare(first.certificate), ''),
      key(bare(second.certificate)),
      key('AAAA'),
      key(bare(createIdentity('c', now, 'ec').certificate), ' use="encryption"'),
    ].join('')
    expect(readIdpMetadata(metadata({ keys }), now)).toEqual({
      entityId: 'https://idp.example.com/metadata',
      ...{ ssoUrl: 'https://idp.example.com/sso', binding: 'redirect', wantsSignedRequests: false },
      certificates: [certificateOf(first), certificateOf(second)].map(({ publicKey, ...rest }) => ({
        ...rest,
        publicKey: expect.objectContaining({ asymmetricKeyType: publicKey.asymmetricKeyType }),
      })),
    })
  })

  it('may have the POST binding only, and several entities of which one is an identity provider', () => {
    const entity = metadata({ services: service('HTTP-POST', 'https://idp.example.com/post') }).replace(/^.*?-->/, '')
    const list = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><EntityDescriptor entityID="x"/>${entity}</EntitiesDescriptor>`
    expect(readIdpMetadata(list, now)).toMatchObject({ ssoUrl: 'https://idp.example.com/post', binding: 'post' })
    expect(codeOf(list.replace(entity, entity + entity))).toBe('several_identity_providers')
  })

  it.each([
    ['is no XML', 'entity', 'malformed'],
    ['has a document type', `<!DOCTYPE a>${metadata().replace(/^.*?-->/, '')}`, 'malformed'],
    ['has no entity id', metadata({ entityId: '' }), 'malformed'],
    ['describes a service provider', metadata().replaceAll('IDPSSO', 'SPSSO'), 'no_identity_provider'],
    ['has no address', metadata({ services: '' }), 'no_sso_url'],
    [
      'has an address that a browser would run',
      metadata({ services: service('HTTP-Redirect', 'javascript:alert(1)') }),
      'no_sso_url',
    ],
    ['has no certificate', metadata({ keys: '' }), 'no_certificate'],
    ['has a broken certificate', metadata({ keys: key('AAAA') }), 'no_certificate'],
    [
      'has 21 certificates',
      metadata({ keys: Array.from({ length: 21 }, (_, n) => key(`AA${String(n).padStart(2, '0')}`)).join('') }),
      'too_many_certificates',
    ],
    ['is out of date', metadata({ attributes: ' validUntil="2027-01-15T08:00:00Z"' }), 'out_of_date'],
    ['has an end that is no time', metadata({ attributes: ' validUntil="soon"' }), 'out_of_date'],
    [
      'has 1 MB and 500 certificates',
      metadata({ keys: key(`${bare(first.certificate)}${' '.repeat(900)}`).repeat(500) }),
      'too_large',
    ],
  ])('is rejected if it %s', (_, xml, code) => {
    expect(codeOf(xml)).toBe(code)
  })
})
