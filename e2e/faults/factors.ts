import { randomUUID } from 'node:crypto'
import { application } from '../fixtures/client-application.ts'
import { currentStep, totpCode } from '../totp-code.ts'
import { type Account, type Factors, note } from './account.ts'
import { type Calls, insist, type Outcome, outcomeName } from './calls.ts'

const { redirectUri } = application
const duration = { session_duration_minutes: 60 }
const wrongPassword = 'unauthorized_credentials'
const newPassword = (): string => `seven quiet lanterns ${randomUUID()}`

/** The authorization request of the client application. */
const consentRequest = (clientId: string) => ({
  ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code' },
})

/**
 * Does one random action as a user with a password and an unverified address, which gets no mail: sets or changes the
 * password, adds an authenticator app, consents to a client application, or signs in again.
 */
export async function changeFactors(
  account: Account,
  calls: Calls,
  { random, clientId }: { random: () => number; clientId: string },
): Promise<void> {
  if (account.factors.passwords.includes(null)) return begin(account, calls)
  const token = [...account.sessions].find(([, state]) => state === 'live')?.[0]
  const act = random()
  if (token === undefined || act < 0.25) return enter(account, calls)
  if (act < 0.5) return changePassword(account, calls, token)
  if (act < 0.75 && account.factors.totps.length === 0) return addAuthenticator(account, calls, token)
  return letIn(account, calls, token, clientId)
}

function signedIn(account: Account, { data }: Extract<Outcome, { kind: 'ok' }>): void {
  account.userId ??= String(data.user_id)
  account.sessions.set(String(data.session_token), 'live')
}

async function begin(account: Account, calls: Calls): Promise<void> {
  const { factors, address } = account
  const password = newPassword()
  const isNew = factors.passwords.length === 1
  factors.passwords.push(password)
  factors.isVerified = false
  const body = { email: address, password, ...duration }
  const created = await calls.post('/passwords', body, undefined, isNew ? undefined : 'duplicate_email')
  // An earlier password without a response was stored.
  if (outcomeName(created) === 'duplicate_email')
    factors.passwords = factors.passwords.filter((one) => one !== null && one !== password)
  if (created.kind !== 'ok') return
  for (const event of ['user_create', 'factor_add', 'password_create']) note(account, event, created)
  factors.passwords = [password]
  signedIn(account, created)
}

async function enter(account: Account, calls: Calls): Promise<void> {
  const { factors, address } = account
  for (const password of [...factors.passwords].reverse()) {
    const wanted = factors.passwords.length > 1 ? wrongPassword : undefined
    const entered = await calls.post(
      '/passwords/authenticate',
      { email: address, password, ...duration },
      undefined,
      wanted,
    )
    if (entered.kind === 'ok') {
      factors.passwords = [password]
      note(account, 'password_authenticate', entered)
      return signedIn(account, entered)
    }
    if (outcomeName(entered) !== wrongPassword) return
    note(account, 'password_authenticate', entered)
    factors.passwords = factors.passwords.filter((one) => one !== password)
  }
}

/** Revokes all other sessions and replaces the token of this one. */
async function changePassword(account: Account, calls: Calls, token: string): Promise<void> {
  const { factors, sessions } = account
  const [before = null] = factors.passwords
  const password = newPassword()
  factors.passwords.push(password)
  factors.isVerified = false
  sessions.delete(token)
  for (const [other, state] of sessions) if (state === 'live') sessions.set(other, 'unknown')
  const changed = await calls.post('/passwords/session/reset', { password, ...duration }, token)
  if (changed.kind !== 'ok') return
  note(account, 'password_change', changed)
  Object.assign(factors, { passwords: [password], replaced: before })
  for (const [other] of sessions) sessions.set(other, 'revoked')
  signedIn(account, changed)
}

async function addAuthenticator(account: Account, calls: Calls, token: string): Promise<void> {
  const begun = await calls.post('/totps', { expiration_minutes: 30 }, token)
  if (begun.kind !== 'ok') return
  note(account, 'totp_create', begun)
  account.sessions.delete(token)
  const body = { totp_code: totpCode(String(begun.data.secret), currentStep()), ...duration }
  const proven = await calls.post('/totps/authenticate', body, token)
  if (proven.kind !== 'ok') return
  for (const event of ['factor_add', 'totp_authenticate']) note(account, event, proven)
  account.factors.totps.push(String(begun.data.totp_id))
  signedIn(account, proven)
}

async function letIn(account: Account, calls: Calls, token: string, clientId: string): Promise<void> {
  const request = { ...consentRequest(clientId), scopes: ['openid'] }
  const shown = await calls.post('/idp/oauth/authorize/start', request, token)
  if (shown.kind !== 'ok') return
  const body = { ...request, consent_granted: true }
  const granted = await calls.post('/idp/oauth/authorize/submit', body, token)
  if (granted.kind !== 'ok') return
  note(account, 'oauth_authorize', granted)
  if (!account.factors.applications.includes(clientId)) account.factors.applications.push(clientId)
}

/** D1 and D2: the password works, the previous one does not, and the authenticator and the consent exist. */
export async function auditFactors(account: Account, calls: Calls): Promise<string[]> {
  const { factors, address, sessions } = account
  const wrong: string[] = []
  const trying = (password: string) =>
    insist(() =>
      calls.post('/passwords/authenticate', { email: address, password, ...duration }, undefined, wrongPassword),
    )
  let token = [...sessions].find(([, state]) => state === 'live')?.[0]
  if (!factors.isVerified) {
    if (factors.replaced !== null && outcomeName(await trying(factors.replaced)) !== wrongPassword)
      wrong.push('a password that was replaced works')
    const entered = await settle(factors, trying)
    if (entered !== null) token = entered
    // It was not acknowledged, and was not stored.
    else if (factors.passwords.includes(null)) factors.passwords = [null]
    else wrong.push('the password is gone')
    factors.isVerified = true
  }
  if (token === undefined || factors.totps.length + factors.applications.length === 0) return wrong
  const session = token
  const seen = await insist(() => calls.post('/sessions/authenticate', {}, session))
  const user = (seen.kind === 'ok' ? seen.data.user : { totps: [] }) as {
    totps: { totp_id: string; verified: boolean }[]
  }
  for (const id of factors.totps)
    if (!user.totps.some(({ totp_id, verified }) => totp_id === id && verified)) wrong.push('an authenticator is gone')
  for (const clientId of factors.applications) {
    const body = { ...consentRequest(clientId), scope: 'openid' }
    const asked = await insist(() => calls.post('/oauth/authorize/start', body, session))
    if (asked.kind !== 'ok' || asked.data.consent_required !== false) wrong.push('a consent is gone')
  }
  return wrong
}

/** Finds the password among the possible ones: the newest that works. Returns its session. */
async function settle(factors: Factors, trying: (password: string) => Promise<Outcome>): Promise<string | null> {
  for (const password of [...factors.passwords].reverse()) {
    if (password === null) continue
    const outcome = await trying(password)
    if (outcome.kind !== 'ok') continue
    factors.passwords = [password]
    return String(outcome.data.session_token)
  }
  return null
}
