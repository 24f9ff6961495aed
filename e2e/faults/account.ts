import { isUnavailable, type Outcome } from './calls.ts'

/** A passcode that was guessed at, and the number of wrong guesses that the provider acknowledged. */
export interface Guessed {
  methodId: string
  code: string
  wrong: number
}

/** The factors and consents of a user that the provider acknowledged. */
export interface Factors {
  /** Possible passwords: the last acknowledged one and all sent after it. Null means no password. */
  passwords: (string | null)[]
  /** The previous password, which must never work again. */
  replaced: string | null
  /** Whether the passwords were tried since the last change. Each try costs a slow hash. */
  isVerified: boolean
  /** Verified authenticator apps. */
  totps: string[]
  /** Client applications with consent. */
  applications: string[]
}

/** What the provider has acknowledged to one user, and what was in progress when the provider was killed. */
export interface Account {
  address: string
  userId: string | null
  sessions: Map<string, 'live' | 'revoked' | 'unknown'>
  /** Values of `untrusted_metadata.step` that may be stored: the last acknowledged, and any sent after it. */
  possibleSteps: (number | undefined)[]
  /** The number of messages that were read. */
  mailsSeen: number
  /** The number of requested messages: no more may arrive. */
  mailsAsked: number
  /** Redeemed passcodes, which must never work again. */
  spent: { methodId: string; code: string }[]
  /** Passcodes of other users that this user guessed at. */
  guessed: Guessed[]
  factors: Factors
  /** Acknowledged events, which the audit log must contain once, by request id. */
  events: { event: string; result: 'ok' | 'refused'; requestId: string }[]
}

export function newAccount(address: string): Account {
  return {
    address,
    userId: null,
    sessions: new Map(),
    possibleSteps: [undefined],
    mailsSeen: 0,
    mailsAsked: 0,
    spent: [],
    guessed: [],
    factors: { passwords: [null], replaced: null, isVerified: true, totps: [], applications: [] },
    events: [],
  }
}

/** Remembers an event that the audit log must contain, if the provider acknowledged it: with success or an expected error. */
export function note({ events }: Pick<Account, 'events'>, event: string, outcome: Outcome): void {
  if (outcome.kind === 'lost' || isUnavailable(outcome)) return
  if (outcome.kind === 'ok') events.push({ event, result: 'ok', requestId: String(outcome.data.request_id) })
  else events.push({ event, result: 'refused', requestId: outcome.requestId ?? '' })
}
