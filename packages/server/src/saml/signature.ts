import { createHash, verify } from 'node:crypto'
import { canonicalize } from './canonicalize.ts'
import { fingerprintOf, type SamlCertificate } from './certificates.ts'
import { digestAlgorithms, envelopedSignature, type Hash, namespaces, signatureAlgorithms } from './names.ts'
import { SamlError } from './saml-error.ts'
import {
  attributeOf,
  bytesOf,
  childElements,
  descendants,
  is,
  onlyChild,
  textOf,
  type XmlElement,
} from './xml-element.ts'

/** What a signature is verified with. */
export interface SignatureTrust {
  /** Only these verify a signature, whatever `KeyInfo` contains. */
  readonly certificates: readonly SamlCertificate[]
  readonly allowsSha1: boolean
}

const ds = namespaces.signature
const mostInclusivePrefixes = 16

/**
 * Verifies the enveloped signature of an element and returns the certificate that verifies it.
 * Everything that a signature may contain is listed here (SAML core §5.4); anything else is rejected.
 */
export function verifySignature(signature: XmlElement, trust: SignatureTrust): SamlCertificate {
  const signed = signature.parent
  const parts = childElements(signature)
  const [signedInfo, signatureValue, keyInfo] = parts
  if (
    signed === null ||
    signedInfo === undefined ||
    signatureValue === undefined ||
    parts.length > 3 ||
    !is(signedInfo, ds, 'SignedInfo') ||
    !is(signatureValue, ds, 'SignatureValue') ||
    (keyInfo !== undefined && !is(keyInfo, ds, 'KeyInfo'))
  )
    throw new SamlError('signature_structure', 'SignedInfo, SignatureValue, KeyInfo', namesOf(parts))

  const [canonicalization, method, reference, ...others] = childElements(signedInfo)
  if (
    canonicalization === undefined ||
    method === undefined ||
    reference === undefined ||
    !is(canonicalization, ds, 'CanonicalizationMethod') ||
    !is(method, ds, 'SignatureMethod')
  )
    throw new SamlError(
      'signature_structure',
      'CanonicalizationMethod, SignatureMethod, Reference',
      namesOf(childElements(signedInfo)),
    )
  if (others.length > 0) throw new SamlError('signature_reference', 'one Reference', `${others.length + 1}`)

  const inclusivePrefixes = readExclusive(canonicalization)
  const { keyType, hash } = readSignatureMethod(method, trust)
  checkReference(reference, signed, signature, trust)

  const value = bytesOf(signatureValue)
  const bytes = Buffer.from(canonicalize(signedInfo, { inclusivePrefixes }))
  const certificate = trust.certificates.find(
    ({ publicKey }) =>
      value !== null &&
      publicKey.asymmetricKeyType === keyType &&
      verify(hash, bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, value),
  )
  if (certificate === undefined) throw unknownKey(keyInfo, trust)
  return certificate
}

/** The digest of the element without its signature must be the one that is signed. */
function checkReference(reference: XmlElement, signed: XmlElement, signature: XmlElement, trust: SignatureTrust): void {
  const [transforms, digestMethod, digestValue, ...others] = childElements(reference)
  if (
    transforms === undefined ||
    digestMethod === undefined ||
    digestValue === undefined ||
    others.length > 0 ||
    !is(reference, ds, 'Reference') ||
    !is(transforms, ds, 'Transforms') ||
    !is(digestMethod, ds, 'DigestMethod') ||
    !is(digestValue, ds, 'DigestValue')
  )
    throw new SamlError(
      'signature_reference',
      'Transforms, DigestMethod, DigestValue',
      namesOf(childElements(reference)),
    )
  const id = attributeOf(signed, 'ID')
  const uri = attributeOf(reference, 'URI')
  if (id === null || id === '' || uri !== `#${id}`)
    throw new SamlError('signature_reference', `#${id ?? ''}, the element with the signature`, uri ?? 'no URI')

  const [enveloped, exclusive, ...further] = childElements(transforms)
  if (
    enveloped === undefined ||
    exclusive === undefined ||
    further.length > 0 ||
    !is(enveloped, ds, 'Transform') ||
    !is(exclusive, ds, 'Transform') ||
    attributeOf(enveloped, 'Algorithm') !== envelopedSignature ||
    childElements(enveloped).length > 0
  )
    throw new SamlError(
      'signature_transforms',
      `${envelopedSignature}, ${namespaces.exclusive}`,
      childElements(transforms).map(algorithmOf).join(', '),
    )
  const inclusivePrefixes = readExclusive(exclusive)
  const hash = digestAlgorithms.get(algorithmOf(digestMethod))
  if (hash === undefined || !isAllowed(hash, trust)) throw forbidden(digestMethod)
  const digest = createHash(hash)
    .update(canonicalize(signed, { inclusivePrefixes, omitted: signature }))
    .digest()
  if (!bytesOf(digestValue)?.equals(digest))
    throw new SamlError('signature_digest', textOf(digestValue) ?? 'a digest', digest.toString('base64'))
}

/** Reads exclusive canonicalization without comments, and returns its PrefixList. */
function readExclusive(method: XmlElement): string[] {
  const algorithm = algorithmOf(method)
  if (algorithm !== namespaces.exclusive) throw new SamlError('signature_transforms', namespaces.exclusive, algorithm)
  const parameters = childElements(method)
  if (parameters.length === 0) return []
  const inclusive = onlyChild(method, namespaces.exclusive, 'InclusiveNamespaces')
  if (inclusive === null || parameters.length > 1)
    throw new SamlError('signature_transforms', 'InclusiveNamespaces', namesOf(parameters))
  const prefixes = (attributeOf(inclusive, 'PrefixList') ?? '').split(/[ \t\r\n]/).filter((prefix) => prefix !== '')
  if (prefixes.length > mostInclusivePrefixes)
    throw new SamlError('signature_transforms', `at most ${mostInclusivePrefixes} prefixes`, `${prefixes.length}`)
  return prefixes.map((prefix) => (prefix === '#default' ? '' : prefix))
}

function readSignatureMethod(method: XmlElement, trust: SignatureTrust): { keyType: 'rsa' | 'ec'; hash: Hash } {
  const algorithm = signatureAlgorithms.get(algorithmOf(method))
  if (algorithm === undefined || !isAllowed(algorithm.hash, trust)) throw forbidden(method)
  return algorithm
}

function isAllowed(hash: Hash, { allowsSha1 }: SignatureTrust): boolean {
  return hash !== 'sha1' || allowsSha1
}

function forbidden(method: XmlElement): SamlError {
  return new SamlError('signature_algorithm', 'RSA or ECDSA with SHA-256, SHA-384 or SHA-512', algorithmOf(method))
}

/** `KeyInfo` decides nothing. Its certificate tells an administrator which key the identity provider signs with. */
function unknownKey(keyInfo: XmlElement | undefined, { certificates }: SignatureTrust): SamlError {
  const embedded = keyInfo && descendants(keyInfo).find((element) => is(element, ds, 'X509Certificate'))
  const fingerprint = embedded === undefined ? null : fingerprintOf(textOf(embedded) ?? '')
  const known = certificates.map((certificate) => certificate.fingerprint)
  const expected = known.length === 0 ? 'a certificate of the connection' : known.join(', ')
  return fingerprint !== null && known.includes(fingerprint)
    ? new SamlError('signature_value', `a signature by ${fingerprint}`, 'another signature value')
    : new SamlError('signature_key_unknown', expected, fingerprint ?? 'a key that is not named')
}

function algorithmOf(method: XmlElement): string {
  return attributeOf(method, 'Algorithm') ?? ''
}

function namesOf(elements: readonly XmlElement[]): string {
  return elements.map(({ localName }) => localName).join(', ') || 'nothing'
}
