import { randomUUID } from 'node:crypto'
import { application } from '../fixtures/client-application.ts'
import { type Calls, insist, type Outcome, wordOf } from './calls.ts'
import { type Account, note } from './ledger.ts'
import { currentStep, totpCode } from './totp-code.ts'

/** What somebody has beside sessions, as far as it was acknowledged. */
export interface Kept {
  /** Passwords that may be theirs: the last acknowledged, and any sent after it. Null stands for none at all. */
  passwords: (string | null)[]
  /** The one before: it must never work again. */
  replaced: string | null
  /** Nothing has changed since the passwords were tried: a hash is meant to be slow. */
  isJudged: boolean
  /** Authenticators that were proven. */
  totps: string[]
  /** Applications that were let in. */
  applications: string[]
}

const { redirectUri } = application
const duration = { session_duration_minutes: 60 }
const wrongPassword = 'unauthorized_credentials'
const newPassword = (): string => `seven quiet lanterns ${randomUUID()}`

/** What an application asks for that people may let in. */
const consentRequest = (clientId: string) => ({
  ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code' },
})

/**
 * Somebody with a password, whose address nobody has proven: they are sent nothing. Does one thing of many: a first or
 * another password, an authenticator, consent for an application, or signing in once more.
 */
export async function keep(
  keeper: Account,
  calls: Calls,
  { random, clientId }: { random: () => number; clientId: string },
): Promise<void> {
  if (keeper.kept.passwords.includes(null)) return begin(keeper, calls)
  const token = [...keeper.sessions].find(([, state]) => state === 'live')?.[0]
  const act = random()
  if (token === undefined || act < 0.25) return enter(keeper, calls)
  if (act < 0.5) return changePassword(keeper, calls, token)
  if (act < 0.75 && keeper.kept.totps.length === 0) return addAuthenticator(keeper, calls, token)
  return letIn(keeper, calls, token, clientId)
}

function signedIn(keeper: Account, { data }: Extract<Outcome, { kind: 'ok' }>): void {
  keeper.userId ??= String(data.user_id)
  keeper.sessions.set(String(data.session_token), 'live')
}

async function begin(keeper: Account, calls: Calls): Promise<void> {
  const { kept, address } = keeper
  const password = newPassword()
  const isNew = kept.passwords.length === 1
  kept.passwords.push(password)
  kept.isJudged = false
  const body = { email: address, password, ...duration }
  const created = await calls.post('/passwords', body, undefined, isNew ? undefined : 'duplicate_email')
  // Then one that nobody had answered for was stored after all.
  if (wordOf(created) === 'duplicate_email')
    kept.passwords = kept.passwords.filter((one) => one !== null && one !== password)
  if (created.kind !== 'ok') return
  for (const event of ['user_create', 'factor_add', 'password_create']) note(keeper, event, created)
  kept.passwords = [password]
  signedIn(keeper, created)
}

async function enter(keeper: Account, calls: Calls): Promise<void> {
  const { kept, address } = keeper
  for (const password of [...kept.passwords].reverse()) {
    const wanted = kept.passwords.length > 1 ? wrongPassword : undefined
    const entered = await calls.post(
      '/passwords/authenticate',
      { email: address, password, ...duration },
      undefined,
      wanted,
    )
    if (entered.kind === 'ok') {
      kept.passwords = [password]
      note(keeper, 'password_authenticate', entered)
      return signedIn(keeper, entered)
    }
    if (wordOf(entered) !== wrongPassword) return
    note(keeper, 'password_authenticate', entered)
    kept.passwords = kept.passwords.filter((one) => one !== password)
  }
}

/** It ends every other session, and this one has another token afterwards. */
async function changePassword(keeper: Account, calls: Calls, token: string): Promise<void> {
  const { kept, sessions } = keeper
  const [before = null] = kept.passwords
  const password = newPassword()
  kept.passwords.push(password)
  kept.isJudged = false
  sessions.delete(token)
  for (const [other, state] of sessions) if (state === 'live') sessions.set(other, 'unknown')
  const changed = await calls.post('/passwords/session/reset', { password, ...duration }, token)
  if (changed.kind !== 'ok') return
  note(keeper, 'password_change', changed)
  Object.assign(kept, { passwords: [password], replaced: before })
  for (const [other] of sessions) sessions.set(other, 'revoked')
  signedIn(keeper, changed)
}

async function addAuthenticator(keeper: Account, calls: Calls, token: string): Promise<void> {
  const begun = await calls.post('/totps', { expiration_minutes: 30 }, token)
  if (begun.kind !== 'ok') return
  note(keeper, 'totp_create', begun)
  keeper.sessions.delete(token)
  const body = { totp_code: totpCode(String(begun.data.secret), currentStep()), ...duration }
  const proven = await calls.post('/totps/authenticate', body, token)
  if (proven.kind !== 'ok') return
  for (const event of ['factor_add', 'totp_authenticate']) note(keeper, event, proven)
  keeper.kept.totps.push(String(begun.data.totp_id))
  signedIn(keeper, proven)
}

async function letIn(keeper: Account, calls: Calls, token: string, clientId: string): Promise<void> {
  const request = { ...consentRequest(clientId), scopes: ['openid'] }
  const shown = await calls.post('/idp/oauth/authorize/start', request, token)
  if (shown.kind !== 'ok') return
  const body = { ...request, consent_granted: true }
  const granted = await calls.post('/idp/oauth/authorize/submit', body, token)
  if (granted.kind !== 'ok') return
  note(keeper, 'oauth_authorize', granted)
  if (!keeper.kept.applications.includes(clientId)) keeper.kept.applications.push(clientId)
}

/** D1 and D2 of all that: the password signs in and the one before does not, the factor and the consent are there. */
export async function auditKept(keeper: Account, calls: Calls): Promise<string[]> {
  const { kept, address, sessions } = keeper
  const wrong: string[] = []
  const trying = (password: string) =>
    insist(() =>
      calls.post('/passwords/authenticate', { email: address, password, ...duration }, undefined, wrongPassword),
    )
  let token = [...sessions].find(([, state]) => state === 'live')?.[0]
  if (!kept.isJudged) {
    if (kept.replaced !== null && wordOf(await trying(kept.replaced)) !== wrongPassword)
      wrong.push('a password that was replaced works')
    const entered = await settle(kept, trying)
    if (entered !== null) token = entered
    // It was never answered for, and was not stored.
    else if (kept.passwords.includes(null)) kept.passwords = [null]
    else wrong.push('the password is gone')
    kept.isJudged = true
  }
  if (token === undefined || kept.totps.length + kept.applications.length === 0) return wrong
  const session = token
  const seen = await insist(() => calls.post('/sessions/authenticate', {}, session))
  const user = (seen.kind === 'ok' ? seen.data.user : { totps: [] }) as {
    totps: { totp_id: string; verified: boolean }[]
  }
  for (const id of kept.totps)
    if (!user.totps.some(({ totp_id, verified }) => totp_id === id && verified)) wrong.push('an authenticator is gone')
  for (const clientId of kept.applications) {
    const body = { ...consentRequest(clientId), scope: 'openid' }
    const asked = await insist(() => calls.post('/oauth/authorize/start', body, session))
    if (asked.kind !== 'ok' || asked.data.consent_required !== false) wrong.push('a consent is gone')
  }
  return wrong
}

/** Which of those that may be theirs is: the newest that works, and nothing else from then on. Answers with its session. */
async function settle(kept: Kept, trying: (password: string) => Promise<Outcome>): Promise<string | null> {
  for (const password of [...kept.passwords].reverse()) {
    if (password === null) continue
    const outcome = await trying(password)
    if (outcome.kind !== 'ok') continue
    kept.passwords = [password]
    return String(outcome.data.session_token)
  }
  return null
}
