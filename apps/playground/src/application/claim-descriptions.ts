import { durationOf, timeOf } from '../ui/time.ts'

/** Explains the claims of a token. */
const meanings: Readonly<Record<string, string>> = {
  alg: 'Signature algorithm',
  kid: 'Signing key of the project',
  typ: 'Type of the token',
  iss: 'Issuer',
  sub: 'User id',
  aud: 'Audience',
  azp: 'Authorized client application',
  client_id: 'Client application that received it',
  scope: 'Granted scopes',
  iat: 'Issued',
  exp: 'Expires',
  nbf: 'Not valid before',
  auth_time: 'Last sign-in of the user',
  jti: 'Id of the token',
  sid: 'Session id',
  session_token_id: 'Id of the session token that it was issued for',
  nonce: 'Nonce of the request',
  acr: 'Authentication level',
  amr: 'Authentication methods',
  at_hash: 'Hash of the access token',
  email: 'Email address',
  email_verified: 'Whether it is verified',
  phone_number: 'Phone number',
  phone_number_verified: 'Whether it is verified',
  name: 'Name',
  picture: 'Picture',
}

/** Explains the parameters of an authorization request. */
const parameterMeanings: Readonly<Record<string, string>> = {
  client_id: 'Client application',
  redirect_uri: 'URL that receives the response',
  response_type: 'A code, for tokens',
  scope: 'Requested scopes',
  state: 'Returned with the response',
  nonce: 'Returned in the ID token',
  code_challenge: 'PKCE: hash of the code verifier',
  code_challenge_method: 'PKCE: hash method',
  prompt: 'Required user interaction',
}

const instants: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at'])

export interface ClaimDescription {
  readonly name: string
  readonly value: string
  readonly meaning: string
  /** An instant as text: `06:12:44, in 59:51`. */
  readonly time: string | null
}

export function describeParameters(query: Readonly<Record<string, string>>): ClaimDescription[] {
  return Object.entries(query).map(([name, value]) => ({
    ...{ name, value, meaning: parameterMeanings[name] ?? '', time: null },
  }))
}

export function describeClaims(fields: Readonly<Record<string, unknown>>, now: number): ClaimDescription[] {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    meaning: meanings[name] ?? '',
    time: instants.has(name) && typeof value === 'number' ? describeInstant(value * 1_000, now) : null,
  }))
}

function describeInstant(at: number, now: number): string {
  const distance = at - now
  const duration = durationOf(Math.abs(distance))
  return `${timeOf(new Date(at))}, ${distance > 0 ? `in ${duration}` : `${duration} ago`}`
}
