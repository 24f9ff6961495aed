import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { PasswordEngine } from '../../passwords/password-engine.ts'
import { defaultPasswordPolicy } from '../../projects/default-settings.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage, pkcePair, quickPasswords, tokenOf } from '../../testing/harness.ts'
import { projectKinds } from '../../testing/project-kinds/project-kinds.ts'
import type { ResetOptions, SignedIn, SignInCalls } from '../../testing/project-kinds/sign-in-calls.ts'

const ada = 'ada@example.com'
const good = 'violet kettle ambles north'
const better = 'seven quiet lanterns, adrift'
const hour = 60 * 60_000
const cases = projectKinds.flatMap((kind) => engines.map((engine) => ({ ...kind, engine })))

describe.each(cases)('passwords for $name on $engine', ({ open, engine }) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function signInByLink(calls: SignInCalls, email = ada): Promise<SignedIn> {
    expect((await calls.sendLink(email)).outcome).toBe('200')
    return calls.signedIn(await calls.redeemLink(tokenOf(await calls.harness.lastMessage(email))))
  }

  /** An account that has signed in by link and set a password. */
  async function withPassword(calls: SignInCalls, email = ada, password = good): Promise<SignedIn> {
    const { token } = await signInByLink(calls, email)
    const set = await calls.setPassword(token, password)
    expect(set.outcome).toBe('200')
    return calls.signedIn(set)
  }

  async function startReset(calls: SignInCalls, options: ResetOptions = {}): Promise<string> {
    expect((await calls.startReset(ada, options)).outcome).toBe('200')
    await calls.harness.provider.outbox.drain()
    // A notice may have been sent after the link.
    const mail = calls.harness.sent.findLast(
      ({ to, links }) => to === ada && links.some((link) => link.includes('reset_password')),
    )
    return mail ? tokenOf(mail) : ''
  }

  it.inTurn('starts a session with one factor', async () => {
    const calls = await open(storage)
    const { accountId } = await withPassword(calls)
    const signedIn = calls.signedIn(await calls.login(ada, good))
    expect([signedIn.accountId, signedIn.factorTypes]).toEqual([accountId, ['password']])
    expect((await calls.readSelf(signedIn.token)).outcome).toBe('200')
  })

  it.inTurn('stores an Argon2id hash and never returns or logs it', async () => {
    const calls = await open(storage)
    const { token } = await signInByLink(calls)
    const answers = [await calls.setPassword(token, good), await calls.login(ada, good)]
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200'])
    const texts = [...answers.map(({ text }) => text), ...calls.harness.logs].join('\n')
    expect(texts).not.toMatch(/argon2|violet kettle/)
  })

  it.inTurn('answers a wrong password, an unknown address and an account without a password', async () => {
    const calls = await open(storage, { settings: { enumeration: 'strict' } })
    await withPassword(calls)
    await signInByLink(calls, 'grace@example.com')
    const answers = [
      await calls.login(ada, better),
      await calls.login('unknown@example.com', good),
      await calls.login('grace@example.com', good),
    ]
    expect(new Set(answers.map(({ outcome }) => outcome)).size).toBe(1)
    expect(new Set(answers.map(({ text }) => text.length)).size).toBe(1)
    expect(answers[0]?.outcome).toBe('unauthorized_credentials')
    expect((await calls.login(ada, good)).outcome).toBe('200')
  })

  it.inTurn('rejects an invalid address', async () => {
    const calls = await open(storage)
    expect((await calls.login('no address', good)).outcome).toBe('invalid_email')
    expect((await calls.startReset('no address')).outcome).toBe('invalid_email')
  })

  it.inTurn('locks an account after ten wrong passwords, and a reset unlocks it', async () => {
    const calls = await open(storage)
    await withPassword(calls)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await calls.login(ada, `wrong ${guess}`)).outcome).toBe('unauthorized_credentials')
    const locked = await calls.login(ada, good)
    expect([locked.status, locked.outcome]).toEqual([429, 'user_lock_limit_reached'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(3_600)
    expect((await calls.changePassword(ada, good, better)).outcome).toBe('user_lock_limit_reached')
    expect((await calls.finishReset(await startReset(calls), better)).outcome).toBe('200')
    expect((await calls.login(ada, better)).outcome).toBe('200')
  })

  it.inTurn('unlocks after the lock-out has ended', async () => {
    const calls = await open(storage)
    await withPassword(calls)
    for (let guess = 0; guess < 10; guess += 1) await calls.login(ada, 'wrong')
    calls.harness.clock.advance(hour + 1)
    expect((await calls.login(ada, good)).outcome).toBe('200')
  })

  it.inTurn('rejects a password that the policy does not allow, in every call that sets one', async () => {
    const calls = await open(storage)
    const { token } = await withPassword(calls)
    const reset = await startReset(calls)
    for (const [password, outcome] of [
      ['kettlekettle', 'weak_password'],
      ['x7$Kq2!', 'weak_password'],
      ['iloveyou', 'breached_password'],
    ] as const) {
      expect((await calls.setPassword(token, password)).outcome).toBe(outcome)
      expect((await calls.finishReset(reset, password)).outcome).toBe(outcome)
      expect((await calls.changePassword(ada, good, password)).outcome).toBe(outcome)
    }
    // The link was not spent.
    expect((await calls.finishReset(reset, better)).outcome).toBe('200')
  })

  it.inTurn('sets the password by a reset, ends every other session and notifies the owner', async () => {
    const calls = await open(storage)
    const first = await withPassword(calls)
    const reset = await startReset(calls)
    const done = calls.signedIn(await calls.finishReset(reset, better))
    expect(done.factorTypes).toEqual(['magic_link', 'password'])
    expect((await calls.readSelf(first.token)).outcome).not.toBe('200')
    expect((await calls.readSelf(done.token)).outcome).toBe('200')
    expect((await calls.login(ada, good)).outcome).toBe('unauthorized_credentials')
    expect((await calls.login(ada, better)).outcome).toBe('200')
    expect((await calls.finishReset(reset, good)).outcome).toBe('unable_to_auth_magic_link')
    await calls.harness.provider.outbox.drain()
    const subjects = calls.harness.sent.filter(({ to }) => to === ada).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/password was changed$/))
  })

  it.inTurn('binds a reset to its proof key, and voids it after five wrong verifiers', async () => {
    const calls = await open(storage)
    await withPassword(calls)
    const { code_challenge: codeChallenge, code_verifier: codeVerifier } = pkcePair()
    const wrong = pkcePair().code_verifier
    const reset = await startReset(calls, { codeChallenge })
    expect((await calls.finishReset(reset, better, { codeVerifier: wrong })).outcome).toBe('pkce_mismatch')
    expect((await calls.finishReset(reset, better, { codeVerifier })).outcome).toBe('200')
    const doomed = await startReset(calls, { codeChallenge })
    for (let guess = 0; guess < 5; guess += 1)
      expect((await calls.finishReset(doomed, good, { codeVerifier: wrong })).outcome).toBe('pkce_mismatch')
    expect((await calls.finishReset(doomed, good, { codeVerifier })).outcome).toBe('unable_to_auth_magic_link')
  })

  it.inTurn('rejects a reset URL that is not on the list', async () => {
    const calls = await open(storage)
    await withPassword(calls)
    expect((await calls.startReset(ada, { resetUrl: 'https://evil.example/' })).outcome).toBe('invalid_redirect_url')
  })

  it.inTurn('ends every other session and the old password after a change by the existing password', async () => {
    const calls = await open(storage)
    const first = await withPassword(calls)
    expect((await calls.changePassword(ada, 'wrong', better)).outcome).toBe('unauthorized_credentials')
    const changed = calls.signedIn(await calls.changePassword(ada, good, better))
    expect((await calls.readSelf(first.token)).outcome).not.toBe('200')
    expect((await calls.readSelf(changed.token)).outcome).toBe('200')
    expect((await calls.login(ada, good)).outcome).toBe('unauthorized_credentials')
    expect((await calls.login(ada, better)).outcome).toBe('200')
  })

  it('sets no password and starts no session if the session ends at the moment of the change', async () => {
    let endSession = async (): Promise<void> => {}
    const passwords: PasswordEngine = {
      ...quickPasswords,
      async hash(password) {
        await endSession()
        return quickPasswords.hash(password)
      },
    }
    const calls = await open(storage, { passwords })
    const { token, sessionId } = await signInByLink(calls)
    const { project, clock } = calls.harness
    // After the session was read, before the transaction.
    endSession = async () => {
      await storage.sessions.revoke(project.id, sessionId, clock.now())
    }
    expect((await calls.setPassword(token, good)).outcome).toBe('user_unauthenticated')
    expect((await calls.login(ada, good)).outcome).not.toBe('200')
  })

  it.inTurn('rejects a sign-in with a password that has to be reset, only after the correct password', async () => {
    const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsComplexity: 1 }
    const lax = { ...passwordPolicy, breachDetectionOnCreate: false, breachDetectionOnAuthentication: false }
    const calls = await open(storage, { settings: { passwordPolicy: lax } })
    await withPassword(calls, ada, 'iloveyou')
    expect((await calls.login(ada, 'iloveyou')).outcome).toBe('200')
    const { id, settings } = calls.harness.project
    const { revision } = (await storage.projects.get(id)) ?? calls.harness.project
    await storage.projects.updateSettings(id, revision, { ...settings, passwordPolicy })
    expect((await calls.login(ada, 'iloveyou')).outcome).toBe('breached_password')
    expect((await calls.login(ada, 'iloveyov')).outcome).toBe('unauthorized_credentials')
  })

  it.inTurn('returns the result of the policy for a strength check', async () => {
    const calls = await open(storage)
    const [weak, strong] = [await calls.checkStrength('kettle'), await calls.checkStrength(good)]
    expect([weak.data.valid_password, strong.data.valid_password]).toEqual([false, true])
    const { breached_password, breach_detection_on_create, strength_policy } = strong.data
    expect([breached_password, breach_detection_on_create, strength_policy]).toEqual([false, true, 'zxcvbn'])
  })

  it.inTurn('rejects every call if passwords are disabled', async () => {
    const enabledMethods = { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true, passwords: false }
    const calls = await open(storage, { settings: { enabledMethods } })
    const { token } = await signInByLink(calls)
    const answers = [
      await calls.login(ada, good),
      await calls.startReset(ada),
      await calls.finishReset('x', good),
      await calls.changePassword(ada, good, better),
      await calls.setPassword(token, good),
      await calls.checkStrength(good),
    ]
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(6).fill('method_not_enabled'))
  })
})
