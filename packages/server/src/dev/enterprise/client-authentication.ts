import { timingSafeEqual } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import type { EnterpriseIdpName } from './identity-providers.ts'
import type { EnterpriseClient, EnterpriseState } from './state.ts'

interface AuthenticationInput {
  idp: EnterpriseIdpName
  state: EnterpriseState
  authorization: string | null
  form: Readonly<Record<string, string>>
  /** The values that the claim `aud` of a client assertion may have. */
  audiences: string[]
  now: number
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The client that authenticates with exactly one method (RFC 6749 §2.3, RFC 7523 §2.2); null otherwise. */
export async function authenticateClient(input: AuthenticationInput): Promise<EnterpriseClient | null> {
  const { authorization, form } = input
  const used = [authorization, form.client_secret, form.client_assertion].filter((value) => value != null)
  if (used.length !== 1) return null
  if (form.client_assertion !== undefined) return byAssertion(input, form.client_assertion)
  const credentials =
    authorization === null ? [form.client_id ?? '', form.client_secret ?? ''] : readBasic(authorization)
  if (credentials === null) return null
  const [clientId = '', secret = ''] = credentials
  const client = await input.state.findClient(input.idp, clientId)
  return client?.clientSecret !== undefined && isEqual(client.clientSecret, secret) ? client : null
}

async function byAssertion(
  { idp, state, form, audiences, now }: AuthenticationInput,
  assertion: string,
): Promise<EnterpriseClient | null> {
  if (form.client_assertion_type !== assertionType) return null
  try {
    const clientId = decodeJwt(assertion).sub ?? ''
    const client = await state.findClient(idp, clientId)
    if (client?.jwks === undefined || (form.client_id ?? clientId) !== clientId) return null
    await jwtVerify(assertion, createLocalJWKSet(client.jwks), {
      ...{ issuer: clientId, subject: clientId, audience: audiences },
      ...{ currentDate: new Date(now), clockTolerance: 60, requiredClaims: ['exp', 'jti'] },
    })
    return client
  } catch {
    return null
  }
}

/** Id and secret are encoded as in a form (RFC 6749 §2.3.1). */
function readBasic(authorization: string): [string, string] | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  const decode = (part: string): string =>
    new URLSearchParams(`value=${part.replaceAll('&', '%26')}`).get('value') ?? ''
  return [decode(text.slice(0, colon)), decode(text.slice(colon + 1))]
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
