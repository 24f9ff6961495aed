// What to change at which identity provider. The names are those of its own pages.
import type { SsoIdentityProvider } from '@latchkey/contract/b2b'
import type { SsoCode } from './statement.ts'

interface Fields {
  /** Our assertion consumer service. */
  acs: string
  /** Our entity id. */
  audience: string
}

const generic: Fields = { acs: 'ACS URL', audience: 'audience (entity id)' }

const fields: Readonly<Partial<Record<SsoIdentityProvider, Fields>>> = {
  okta: { acs: 'Single sign-on URL', audience: 'Audience URI (SP Entity ID)' },
  'microsoft-entra': { acs: 'Reply URL (Assertion Consumer Service URL)', audience: 'Identifier (Entity ID)' },
  'google-workspace': { acs: 'ACS URL', audience: 'Entity ID' },
  onelogin: { acs: 'ACS (Consumer) URL', audience: 'Audience (EntityID)' },
  pingfederate: { acs: 'Endpoint URL', audience: "Partner's Entity ID" },
  jumpcloud: { acs: 'ACS URLs', audience: 'SP Entity ID' },
  adfs: { acs: 'SAML Assertion Consumer Endpoint', audience: 'Relying party trust identifier' },
  auth0: { acs: 'Application Callback URL', audience: 'audience of the SAML2 Web App add-on' },
  cyberark: { acs: 'Assertion Consumer Service (ACS) URL', audience: 'SP Entity ID / Issuer / Audience' },
  duo: { acs: 'Assertion Consumer Service (ACS) URL', audience: 'Entity ID' },
  keycloak: { acs: 'Valid redirect URIs', audience: 'Client ID' },
  rippling: { acs: 'ACS URL', audience: 'Service Provider Entity ID' },
  salesforce: { acs: 'ACS URL', audience: 'Entity Id' },
}

type Advice = (fields: Fields) => string

const wrapping: Advice = () => 'This looks like an attack (signature wrapping). Record the response and report it.'
const resend: Advice = () => 'Use the unchanged response of the identity provider, without a proxy that edits it.'

const advice: Readonly<Partial<Record<SsoCode, Advice>>> = {
  status: () => 'Assign the user to the application at the identity provider. Its message is shown.',
  assertion_count: () => 'Send exactly one assertion, plain or encrypted.',
  assertion_misplaced: wrapping,
  signature_misplaced: wrapping,
  xml_id: wrapping,
  signature_algorithm: () => 'Set the signature algorithm to RSA-SHA256, or to the one of the connection.',
  signature_key_unknown: () => 'Add the current signing certificate, or set the metadata URL or the JWKS URL.',
  signature_value: () => 'Add the current signing certificate: the identity provider names another one.',
  signature_digest: resend,
  unsigned: () => 'Turn on the signature of the assertion or of the response.',
  certificate_expired: () => 'Renew the signing certificate at the identity provider, and add the new one here.',
  decryption: () => 'Upload our current encryption certificate, and use AES-GCM with RSA-OAEP.',
  issuer: () => 'Set the entity id (or issuer) of the connection to the received value.',
  destination: ({ acs }) => `Set “${acs}” to the expected value.`,
  recipient: ({ acs }) => `Set “${acs}” to the expected value, also as the recipient.`,
  audience: ({ audience }) => `Set “${audience}” to the expected value.`,
  conditions: ({ audience }) => `Send one Conditions element, with the value of “${audience}”.`,
  in_response_to: () => 'Start the sign-in at the application, and finish it in the same browser within 10 minutes.',
  not_yet_valid: () => 'The clock of the identity provider is ahead: synchronize it.',
  expired: () => 'The clock of the identity provider is behind: synchronize it. Or the user waited too long.',
  authn_statement: () => 'Send an AuthnStatement in the assertion.',
  attribute_duplicate: () => 'Send each attribute once, with several values if needed.',
  attribute_missing: () => 'Add the attribute to the statement of the application, or change the attribute mapping.',
  token_exchange: () => 'Check client id, client secret, the authentication of the client and the redirect URL.',
  unreachable: () => 'Check the addresses of the connection: the identity provider must respond within 5 seconds.',
  replayed: () => 'Start the sign-in again.',
}

/** Other words than for SAML. */
const oidcAdvice: typeof advice = {
  unsigned: () => 'Let the identity provider sign ID tokens with the algorithm of the connection.',
  issuer: () => 'Set the issuer of the connection to the received value.',
  audience: () => 'Set the client id of the connection to the one of the application.',
  attribute_missing: () => 'Add the claim to the ID token of the application, or change the attribute mapping.',
}

export interface AdviceTarget {
  identityProvider: string
  protocol: 'saml' | 'oidc'
}

/** The field to change for a failed check. */
export function adviceFor(code: string, { identityProvider, protocol }: AdviceTarget): string {
  const byCode: Partial<Record<string, Advice>> = protocol === 'oidc' ? { ...advice, ...oidcAdvice } : advice
  const byProvider: Partial<Record<string, Fields>> = fields
  const sentence = byCode[code] ?? (() => 'See the list of diagnosis codes.')
  return sentence(byProvider[identityProvider] ?? generic)
}
