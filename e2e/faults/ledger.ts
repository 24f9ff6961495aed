import { type Calls, insist, isAway, type Outcome, wordOf } from './calls.ts'
import { auditGuesses, type Guessed, wrongCode } from './guesses.ts'
import { auditKept, type Kept } from './keeper.ts'

/** What the provider has acknowledged to one person, and what was under way when it died. */
export interface Account {
  address: string
  userId: string | null
  sessions: Map<string, 'live' | 'revoked' | 'unknown'>
  /** Values of `untrusted_metadata.step` that may be stored: the last acknowledged, and any sent after it. */
  possibleSteps: (number | undefined)[]
  /** Messages that have been read already. */
  mailsSeen: number
  /** Messages that were asked for, whatever came of it: no more than these may come. */
  mailsAsked: number
  /** Passcodes that have been redeemed: they must never work again. */
  spent: { methodId: string; code: string }[]
  /** Codes of others that this person has guessed at. */
  guessed: Guessed[]
  kept: Kept
  /** Everything acknowledged that the audit log has to know once, by the request that did it. */
  deeds: { event: string; result: 'ok' | 'refused'; requestId: string }[]
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
    kept: { passwords: [null], replaced: null, isJudged: true, totps: [], applications: [] },
    deeds: [],
  }
}

/** Remembers what has to be in the audit log, if it was acknowledged: by an answer, or by the refusal that was meant. */
export function note({ deeds }: Pick<Account, 'deeds'>, event: string, outcome: Outcome): void {
  if (outcome.kind === 'lost' || isAway(outcome)) return
  if (outcome.kind === 'ok') deeds.push({ event, result: 'ok', requestId: String(outcome.data.request_id) })
  else deeds.push({ event, result: 'refused', requestId: outcome.requestId ?? '' })
}

/**
 * Holds an account against the provider: nothing acknowledged is lost, nothing ended has come back. What is over has to
 * be refused as that: being told to come again, or to slow down, says nothing. Answers with what is wrong.
 */
export async function audit(account: Account, calls: Calls): Promise<string[]> {
  const wrong = await auditSessions(account, calls)
  for (const { methodId, code } of account.spent.splice(0)) {
    const body = { token: code, method_id: methodId, session_duration_minutes: 60 }
    const word = wordOf(await insist(() => calls.post('/otps/authenticate', body, undefined, wrongCode)))
    if (word === 'ok') wrong.push('a spent passcode worked again')
    else if (word !== wrongCode) wrong.push(`a spent passcode is answered with ${word}`)
  }
  wrong.push(...(await auditGuesses(account, calls)), ...(await auditKept(account, calls)))
  return wrong.map((what) => `${account.address}: ${what}`)
}

const gone = 'session_not_found'

async function auditSessions(account: Account, calls: Calls): Promise<string[]> {
  const wrong: string[] = []
  let isSeen = false
  let stepSeen: number | undefined
  for (const [token, state] of account.sessions) {
    const wanted = state === 'live' ? undefined : gone
    const outcome = await insist(() => calls.post('/sessions/authenticate', {}, token, wanted))
    const word = wordOf(outcome)
    if (word !== 'ok' && word !== gone) wrong.push(`a session that is ${state} is answered with ${word}`)
    if (state === 'live' && word === gone) wrong.push('a live session is gone')
    if (state === 'revoked' && word === 'ok') wrong.push('a revoked session is back')
    if (outcome.kind !== 'ok') {
      if (state === 'unknown' && word === gone) account.sessions.set(token, 'revoked')
      continue
    }
    if (state === 'unknown') account.sessions.set(token, 'live')
    const user = outcome.data.user as { user_id: string; untrusted_metadata: { step?: number } }
    account.userId ??= user.user_id
    if (user.user_id !== account.userId) wrong.push('two users for one address')
    isSeen = true
    stepSeen = user.untrusted_metadata.step
  }
  if (isSeen && !account.possibleSteps.includes(stepSeen)) {
    wrong.push(`step ${stepSeen}, acknowledged ${account.possibleSteps.join(' or ')}`)
  } else if (isSeen) account.possibleSteps = [stepSeen]
  return wrong
}
