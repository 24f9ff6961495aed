import { createHash, type KeyObject, sign } from 'node:crypto'
import { canonicalize } from './canonicalize.ts'
import { envelopedSignature, namespaces } from './names.ts'
import { messageRules, readXml } from './read-xml.ts'
import { attributeOf, descendants } from './xml-element.ts'

/** What we sign with: RSA or elliptic curve, with SHA-256. */
export interface SigningIdentity {
  readonly privateKey: KeyObject
  /** PEM, for `KeyInfo`. */
  readonly certificate: string
}

/** The algorithm of our signatures, by the key. */
export function signatureAlgorithmOf({ asymmetricKeyType }: KeyObject): string {
  return `http://www.w3.org/2001/04/xmldsig-more#${asymmetricKeyType === 'rsa' ? 'rsa' : 'ecdsa'}-sha256`
}

export function signBytes(text: string, privateKey: KeyObject): string {
  return sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
}

/**
 * Signs the element with this ID (enveloped, exclusive canonicalization). `write` returns the document with a given
 * signature in its place, which is after the Issuer.
 */
export function signXml(
  write: (signature: string) => string,
  id: string,
  { privateKey, certificate }: SigningIdentity,
): string {
  const root = readXml(write(''), messageRules)
  const element = [root, ...descendants(root)].find((one) => attributeOf(one, 'ID') === id)
  if (element === undefined) throw new TypeError(`The document has no element with the ID ${id}.`)
  const digest = createHash('sha256').update(canonicalize(element)).digest('base64')
  // Written in canonical form: the namespace is on the outermost element.
  const signedInfo = (namespace: string): string =>
    [
      `<ds:SignedInfo${namespace}>`,
      `<ds:CanonicalizationMethod Algorithm="${namespaces.exclusive}"></ds:CanonicalizationMethod>`,
      `<ds:SignatureMethod Algorithm="${signatureAlgorithmOf(privateKey)}"></ds:SignatureMethod>`,
      `<ds:Reference URI="#${id}"><ds:Transforms>`,
      `<ds:Transform Algorithm="${envelopedSignature}"></ds:Transform>`,
      `<ds:Transform Algorithm="${namespaces.exclusive}"></ds:Transform>`,
      '</ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>',
      `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
    ].join('')
  const namespace = ` xmlns:ds="${namespaces.signature}"`
  const value = signBytes(signedInfo(namespace), privateKey)
  return write(
    `<ds:Signature${namespace}>${signedInfo('')}<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo(certificate)}</ds:Signature>`,
  )
}

/** A certificate in the form of XML Signature; the prefix `ds` must be declared. */
export function keyInfo(certificate: string): string {
  const base64 = certificate.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  return `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
}
