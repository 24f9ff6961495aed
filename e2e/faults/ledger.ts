import type { Calls } from './calls.ts'

/** What the provider has acknowledged to one person, and what was under way when it died. */
export interface Account {
  address: string
  userId: string | null
  sessions: Map<string, 'live' | 'revoked' | 'unknown'>
  /** Values of `untrusted_metadata.step` that may be stored: the last acknowledged, and any sent after it. */
  possibleSteps: (number | undefined)[]
  /** Messages that have been read already. */
  mailsSeen: number
  /** Passcodes that have been redeemed: they must never work again. */
  spent: { methodId: string; code: string }[]
}

export function newAccount(address: string): Account {
  return { address, userId: null, sessions: new Map(), possibleSteps: [undefined], mailsSeen: 0, spent: [] }
}

/**
 * Holds an account against the provider: nothing acknowledged is lost, nothing ended has come back.
 * Answers with what is wrong.
 */
export async function audit(account: Account, calls: Calls): Promise<string[]> {
  const wrong: string[] = []
  let isSeen = false
  let stepSeen: number | undefined
  for (const [token, state] of account.sessions) {
    const outcome = await calls.post('/sessions/authenticate', {}, token)
    if (state === 'live' && outcome.kind !== 'ok') wrong.push(`${account.address}: a live session is gone`)
    if (state === 'revoked' && outcome.kind === 'ok') wrong.push(`${account.address}: a revoked session is back`)
    if (outcome.kind !== 'ok') {
      if (state === 'unknown') account.sessions.set(token, 'revoked')
      continue
    }
    if (state === 'unknown') account.sessions.set(token, 'live')
    const user = outcome.data.user as { user_id: string; untrusted_metadata: { step?: number } }
    account.userId ??= user.user_id
    if (user.user_id !== account.userId) wrong.push(`${account.address}: two users for one address`)
    isSeen = true
    stepSeen = user.untrusted_metadata.step
  }
  if (isSeen && !account.possibleSteps.includes(stepSeen)) {
    wrong.push(`${account.address}: step ${stepSeen}, acknowledged ${account.possibleSteps.join(' or ')}`)
  } else if (isSeen) account.possibleSteps = [stepSeen]
  for (const { methodId, code } of account.spent.splice(0)) {
    const outcome = await calls.post('/otps/authenticate', {
      token: code,
      method_id: methodId,
      session_duration_minutes: 60,
    })
    if (outcome.kind === 'ok') wrong.push(`${account.address}: a spent passcode worked again`)
  }
  return wrong
}
