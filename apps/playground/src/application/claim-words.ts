import { durationOf, timeOf } from '../ui/time.ts'

/** What a field of a token means, for somebody who sees one for the first time. */
const meanings: Readonly<Record<string, string>> = {
  alg: 'How it is signed',
  kid: 'By which key of the project',
  typ: 'What kind of token it is',
  iss: 'Who has given it out',
  sub: 'Whom it is about',
  aud: 'Whom it is for',
  azp: 'Which application asked for it',
  client_id: 'Which application it was given to',
  scope: 'What it is good for',
  iat: 'Given out',
  exp: 'Good until',
  nbf: 'Not good before',
  auth_time: 'When the person last signed in',
  jti: 'Its own name',
  sid: 'The session it comes from',
  nonce: 'Answers this very request',
  acr: 'How surely they signed in',
  amr: 'By which proofs',
  at_hash: 'Belongs to this access token',
  email: 'Their address',
  email_verified: 'Whether they have proven it',
  phone_number: 'Their number',
  phone_number_verified: 'Whether they have proven it',
  name: 'Their name',
  picture: 'Their picture',
}

/** The same for what an application asks with. */
const askedMeanings: Readonly<Record<string, string>> = {
  client_id: 'Which application asks',
  redirect_uri: 'Where it wants the answer',
  response_type: 'A code, for tokens',
  scope: 'What it wants to be allowed',
  state: 'Comes back with the answer',
  nonce: 'Comes back in the ID token',
  code_challenge: 'Only who knows its secret gets tokens',
  code_challenge_method: 'How the secret was hidden',
  prompt: 'What the person has to do',
}

const instants: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at'])

export interface ClaimWords {
  readonly name: string
  readonly value: string
  readonly meaning: string
  /** An instant in words: `06:12:44, in 59:51`. */
  readonly time: string | null
}

export function parameterWords(query: Readonly<Record<string, string>>): ClaimWords[] {
  return Object.entries(query).map(([name, value]) => ({
    ...{ name, value, meaning: askedMeanings[name] ?? '', time: null },
  }))
}

export function claimWords(fields: Readonly<Record<string, unknown>>, now: number): ClaimWords[] {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    meaning: meanings[name] ?? '',
    time: instants.has(name) && typeof value === 'number' ? instantWords(value * 1_000, now) : null,
  }))
}

function instantWords(at: number, now: number): string {
  const distance = at - now
  const duration = durationOf(Math.abs(distance))
  return `${timeOf(new Date(at))}, ${distance > 0 ? `in ${duration}` : `${duration} ago`}`
}
