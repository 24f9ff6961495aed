/** Namespaces of XML and SAML. Elements are compared by namespace and local name, never by prefix. */
export const namespaces = {
  xml: 'http://www.w3.org/XML/1998/namespace',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
} as const

export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** The hash of each digest algorithm (RFC 9231 §2.1). SHA-1 needs the switch of the connection. */
export const digestAlgorithms: ReadonlyMap<string, Hash> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'sha1'],
])

/** Key and hash of each signature algorithm (RFC 9231 §2.3). There is no HMAC: certificates are public. */
export const signatureAlgorithms: ReadonlyMap<string, { keyType: 'rsa' | 'ec'; hash: Hash }> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { keyType: 'rsa', hash: 'sha256' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', { keyType: 'rsa', hash: 'sha384' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { keyType: 'rsa', hash: 'sha512' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', { keyType: 'ec', hash: 'sha256' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', { keyType: 'ec', hash: 'sha384' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', { keyType: 'ec', hash: 'sha512' }],
  ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', { keyType: 'rsa', hash: 'sha1' }],
])

export type Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512'
