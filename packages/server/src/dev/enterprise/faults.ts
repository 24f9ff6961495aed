import type { SamlCode } from '../../saml/saml-error.ts'

/** What can be wrong at an identity provider, or with a response that was changed on its way. */
export type EnterpriseFault =
  | 'expired_certificate'
  | 'unknown_key'
  | 'unsigned'
  | 'sha1'
  | 'wrapped_signature'
  | 'wrong_audience'
  | 'wrong_recipient'
  | 'wrong_destination'
  | 'wrong_issuer'
  | 'other_request'
  | 'clock_ahead'
  | 'clock_behind'
  | 'not_assigned'
  | 'missing_email'

/** The part of an OpenID Connect response that a fault changes: of the header, a claim, or the response itself. */
export type OidcFaultPart = 'kid' | 'alg_none' | 'alg' | 'aud' | 'iss' | 'nonce' | 'iat' | 'exp' | 'error' | 'email'

export interface EnterpriseFaultDefinition {
  /** For a list. */
  label: string
  /** What the fault does. */
  sentence: string
  /** The diagnosis that a connection must get, for both protocols. */
  code: SamlCode
  /** Null: OpenID Connect has no counterpart. */
  oidc: { part: OidcFaultPart; sentence: string } | null
}

/** The 14 faults of a fake identity provider. */
export const enterpriseFaults: Readonly<Record<EnterpriseFault, EnterpriseFaultDefinition>> = {
  expired_certificate: {
    label: 'Expired certificate',
    sentence: 'Signs with a certificate that has expired.',
    code: 'certificate_expired',
    oidc: null,
  },
  unknown_key: {
    label: 'Unknown key',
    sentence: 'Signs with a key that is not in the metadata.',
    code: 'signature_key_unknown',
    oidc: { part: 'kid', sentence: 'Signs the ID token with a key that is not in the JWKS.' },
  },
  unsigned: {
    label: 'Not signed',
    sentence: 'Sends a response without a signature.',
    code: 'unsigned',
    oidc: { part: 'alg_none', sentence: 'Sends an ID token with "alg": "none".' },
  },
  sha1: {
    label: 'Forbidden algorithm',
    sentence: 'Signs with RSA-SHA1.',
    code: 'signature_algorithm',
    oidc: { part: 'alg', sentence: 'Signs the ID token with ES256 instead of RS256.' },
  },
  wrapped_signature: {
    label: 'Wrapped signature',
    sentence: 'Moves the signed assertion away and puts a forged one there (XSW).',
    code: 'assertion_misplaced',
    oidc: null,
  },
  wrong_audience: {
    label: 'Wrong audience',
    sentence: 'Names another application as the audience.',
    code: 'audience',
    oidc: { part: 'aud', sentence: 'Names another client in the claim "aud".' },
  },
  wrong_recipient: {
    label: 'Wrong recipient',
    sentence: 'Names another address as the recipient of the assertion.',
    code: 'recipient',
    oidc: null,
  },
  wrong_destination: {
    label: 'Wrong destination',
    sentence: 'Names another address as the destination of the response.',
    code: 'destination',
    oidc: null,
  },
  wrong_issuer: {
    label: 'Wrong issuer',
    sentence: 'Names another identity provider as the issuer.',
    code: 'issuer',
    oidc: { part: 'iss', sentence: 'Names another identity provider in the claim "iss".' },
  },
  other_request: {
    label: 'Another request',
    sentence: 'Responds to a request that this browser has not sent.',
    code: 'in_response_to',
    oidc: { part: 'nonce', sentence: 'Sends an ID token with the nonce of another request.' },
  },
  clock_ahead: {
    label: 'Clock ahead',
    sentence: 'Has a clock that is 10 minutes ahead.',
    code: 'not_yet_valid',
    oidc: { part: 'iat', sentence: 'Has a clock that is 10 minutes ahead ("iat" and "nbf").' },
  },
  clock_behind: {
    label: 'Clock behind',
    sentence: 'Has a clock that is 10 minutes behind.',
    code: 'expired',
    oidc: { part: 'exp', sentence: 'Has a clock that is 10 minutes behind ("exp").' },
  },
  not_assigned: {
    label: 'User not assigned',
    sentence: 'Reports a failure: the user is not assigned to the application.',
    code: 'status',
    oidc: { part: 'error', sentence: 'Redirects with "error=access_denied": the user is not assigned.' },
  },
  missing_email: {
    label: 'Email missing',
    sentence: 'Sends neither a NameID nor an email attribute.',
    code: 'attribute_missing',
    oidc: { part: 'email', sentence: 'Sends no claim "email".' },
  },
}

export const enterpriseFaultNames = Object.keys(enterpriseFaults) as readonly EnterpriseFault[]

export function isEnterpriseFault(name: string): name is EnterpriseFault {
  return Object.hasOwn(enterpriseFaults, name)
}

/** The error of the clock of an identity provider with a fault, in milliseconds. */
export function clockErrorOf(fault: EnterpriseFault | null): number {
  if (fault === 'clock_ahead') return clockErrorMs
  return fault === 'clock_behind' ? -clockErrorMs : 0
}

const clockErrorMs = 600_000
