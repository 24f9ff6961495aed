import { deflateRawSync } from 'node:zlib'
import { rfc3339 } from '../core/rfc3339.ts'
import { escapeText, escapeValue } from './canonicalize.ts'
import { namespaces } from './names.ts'
import { type SigningIdentity, signatureAlgorithmOf, signBytes, signXml } from './sign-xml.ts'

/** A request to sign a user in. */
export interface AuthnRequest {
  /** An XML name: `_` and random characters. */
  readonly id: string
  readonly issuedAt: number
  /** The single sign-on address of the identity provider. */
  readonly destination: string
  readonly acsUrl: string
  readonly spEntityId: string
  /** Whether the user must sign in again, although the identity provider has a session. */
  readonly forceAuthn: boolean
  /** What comes back with the response. */
  readonly relayState: string
  /** Null: the request is not signed. */
  readonly signer: SigningIdentity | null
}

/** The address for the HTTP-Redirect binding (SAML bindings §3.4.4), which signs the query and not the XML. */
export function redirectUrl(request: AuthnRequest): string {
  const { destination, relayState, signer } = request
  const encoded = deflateRawSync(requestXml(request, '')).toString('base64')
  const fields = [
    ['SAMLRequest', encoded],
    ['RelayState', relayState],
    ...(signer === null ? [] : [['SigAlg', signatureAlgorithmOf(signer.privateKey)]]),
  ]
  // The receiver verifies these characters as they are.
  const query = fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')
  const signature = signer === null ? '' : `&Signature=${encodeURIComponent(signBytes(query, signer.privateKey))}`
  return `${destination}${destination.includes('?') ? '&' : '?'}${query}${signature}`
}

/** The fields of a form for the HTTP-POST binding (SAML bindings §3.5.4), which signs the XML. */
export function postFields(request: AuthnRequest): { SAMLRequest: string; RelayState: string } {
  const { signer } = request
  const write = (signature: string): string => requestXml(request, signature)
  const xml = signer === null ? write('') : signXml(write, request.id, signer)
  return { SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: request.relayState }
}

function requestXml(request: AuthnRequest, signature: string): string {
  const { id, issuedAt, destination, acsUrl, spEntityId, forceAuthn } = request
  const attributes = [
    ['xmlns:samlp', namespaces.protocol],
    ['ID', id],
    ['Version', '2.0'],
    ['IssueInstant', rfc3339(issuedAt)],
    ['Destination', destination],
    ['AssertionConsumerServiceURL', acsUrl],
    ['ProtocolBinding', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'],
    ...(forceAuthn ? [['ForceAuthn', 'true']] : []),
  ]
  return [
    `<samlp:AuthnRequest ${attributes.map(([name, value = '']) => `${name}="${escapeValue(value)}"`).join(' ')}>`,
    `<saml:Issuer xmlns:saml="${namespaces.assertion}">${escapeText(spEntityId)}</saml:Issuer>${signature}`,
    '</samlp:AuthnRequest>',
  ].join('')
}
