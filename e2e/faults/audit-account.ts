import type { Account } from './account.ts'
import { type Calls, insist, outcomeName } from './calls.ts'
import { auditFactors } from './factors.ts'
import { auditGuesses, wrongCode } from './guesses.ts'

/**
 * Compares an account with the provider: nothing acknowledged is lost, and nothing revoked is valid again. A revoked
 * secret must be rejected as such: an error that asks to retry or to slow down proves nothing. Returns the violations.
 */
export async function auditAccount(account: Account, calls: Calls): Promise<string[]> {
  const wrong = await auditSessions(account, calls)
  for (const { methodId, code } of account.spent.splice(0)) {
    const body = { token: code, method_id: methodId, session_duration_minutes: 60 }
    const word = outcomeName(await insist(() => calls.post('/otps/authenticate', body, undefined, wrongCode)))
    if (word === 'ok') wrong.push('a spent passcode worked again')
    else if (word !== wrongCode) wrong.push(`a spent passcode is answered with ${word}`)
  }
  wrong.push(...(await auditGuesses(account, calls)), ...(await auditFactors(account, calls)))
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
    const word = outcomeName(outcome)
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
