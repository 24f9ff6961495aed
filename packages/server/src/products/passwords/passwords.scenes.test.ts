import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { defaultPasswordPolicy } from '../../projects/default-settings.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage, pkcePair, tokenOf } from '../../testing/harness.ts'
import type { ResetOptions, Scene, SignedIn } from '../../testing/scenes/scene.ts'
import { scenes } from '../../testing/scenes/scenes.ts'

const ada = 'ada@example.com'
const good = 'violet kettle ambles north'
const better = 'seven quiet lanterns, adrift'
const hour = 60 * 60_000
const cases = scenes.flatMap((kind) => engines.map((engine) => ({ ...kind, engine })))

describe.each(cases)('passwords for $name on $engine', ({ open, engine }) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function signInByLink(scene: Scene, email = ada): Promise<SignedIn> {
    expect((await scene.sendLink(email)).outcome).toBe('200')
    return scene.signedIn(await scene.redeemLink(tokenOf(await scene.harness.lastMessage(email))))
  }

  /** An account that has signed in by link and set a password. */
  async function withPassword(scene: Scene, email = ada, password = good): Promise<SignedIn> {
    const { token } = await signInByLink(scene, email)
    const set = await scene.setPassword(token, password)
    expect(set.outcome).toBe('200')
    return scene.signedIn(set)
  }

  async function startReset(scene: Scene, options: ResetOptions = {}): Promise<string> {
    expect((await scene.startReset(ada, options)).outcome).toBe('200')
    await scene.harness.provider.outbox.drain()
    // A notice may have been sent after the link.
    const mail = scene.harness.sent.findLast(
      ({ to, links }) => to === ada && links.some((link) => link.includes('reset_password')),
    )
    return mail ? tokenOf(mail) : ''
  }

  it.inTurn('starts a session with one factor', async () => {
    const scene = await open(storage)
    const { accountId } = await withPassword(scene)
    const signedIn = scene.signedIn(await scene.login(ada, good))
    expect([signedIn.accountId, signedIn.factorTypes]).toEqual([accountId, ['password']])
    expect((await scene.readSelf(signedIn.token)).outcome).toBe('200')
  })

  it.inTurn('stores an Argon2id hash and never returns or logs it', async () => {
    const scene = await open(storage)
    const { token } = await signInByLink(scene)
    const answers = [await scene.setPassword(token, good), await scene.login(ada, good)]
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200'])
    const texts = [...answers.map(({ text }) => text), ...scene.harness.logs].join('\n')
    expect(texts).not.toMatch(/argon2|violet kettle/)
  })

  it.inTurn('answers a wrong password, an unknown address and an account without a password', async () => {
    const scene = await open(storage, { settings: { enumeration: 'strict' } })
    await withPassword(scene)
    await signInByLink(scene, 'grace@example.com')
    const answers = [
      await scene.login(ada, better),
      await scene.login('unknown@example.com', good),
      await scene.login('grace@example.com', good),
    ]
    expect(new Set(answers.map(({ outcome }) => outcome)).size).toBe(1)
    expect(new Set(answers.map(({ text }) => text.length)).size).toBe(1)
    expect(answers[0]?.outcome).toBe('unauthorized_credentials')
    expect((await scene.login(ada, good)).outcome).toBe('200')
  })

  it.inTurn('rejects an invalid address', async () => {
    const scene = await open(storage)
    expect((await scene.login('no address', good)).outcome).toBe('invalid_email')
    expect((await scene.startReset('no address')).outcome).toBe('invalid_email')
  })

  it.inTurn('locks an account after ten wrong passwords, and a reset unlocks it', async () => {
    const scene = await open(storage)
    await withPassword(scene)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await scene.login(ada, `wrong ${guess}`)).outcome).toBe('unauthorized_credentials')
    const locked = await scene.login(ada, good)
    expect([locked.status, locked.outcome]).toEqual([429, 'user_lock_limit_reached'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(3_600)
    expect((await scene.changePassword(ada, good, better)).outcome).toBe('user_lock_limit_reached')
    expect((await scene.finishReset(await startReset(scene), better)).outcome).toBe('200')
    expect((await scene.login(ada, better)).outcome).toBe('200')
  })

  it.inTurn('unlocks after the lock-out has ended', async () => {
    const scene = await open(storage)
    await withPassword(scene)
    for (let guess = 0; guess < 10; guess += 1) await scene.login(ada, 'wrong')
    scene.harness.clock.advance(hour + 1)
    expect((await scene.login(ada, good)).outcome).toBe('200')
  })

  it.inTurn('rejects a password that the policy does not allow, in every call that sets one', async () => {
    const scene = await open(storage)
    const { token } = await withPassword(scene)
    const reset = await startReset(scene)
    for (const [password, outcome] of [
      ['kettlekettle', 'weak_password'],
      ['x7$Kq2!', 'weak_password'],
      ['iloveyou', 'breached_password'],
    ] as const) {
      expect((await scene.setPassword(token, password)).outcome).toBe(outcome)
      expect((await scene.finishReset(reset, password)).outcome).toBe(outcome)
      expect((await scene.changePassword(ada, good, password)).outcome).toBe(outcome)
    }
    // The link was not spent.
    expect((await scene.finishReset(reset, better)).outcome).toBe('200')
  })

  it.inTurn('sets the password by a reset, ends every other session and notifies the owner', async () => {
    const scene = await open(storage)
    const first = await withPassword(scene)
    const reset = await startReset(scene)
    const done = scene.signedIn(await scene.finishReset(reset, better))
    expect(done.factorTypes).toEqual(['magic_link', 'password'])
    expect((await scene.readSelf(first.token)).outcome).not.toBe('200')
    expect((await scene.readSelf(done.token)).outcome).toBe('200')
    expect((await scene.login(ada, good)).outcome).toBe('unauthorized_credentials')
    expect((await scene.login(ada, better)).outcome).toBe('200')
    expect((await scene.finishReset(reset, good)).outcome).toBe('unable_to_auth_magic_link')
    await scene.harness.provider.outbox.drain()
    const subjects = scene.harness.sent.filter(({ to }) => to === ada).map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/password was changed$/))
  })

  it.inTurn('binds a reset to its proof key, and voids it after five wrong verifiers', async () => {
    const scene = await open(storage)
    await withPassword(scene)
    const { code_challenge: codeChallenge, code_verifier: codeVerifier } = pkcePair()
    const wrong = pkcePair().code_verifier
    const reset = await startReset(scene, { codeChallenge })
    expect((await scene.finishReset(reset, better, { codeVerifier: wrong })).outcome).toBe('pkce_mismatch')
    expect((await scene.finishReset(reset, better, { codeVerifier })).outcome).toBe('200')
    const doomed = await startReset(scene, { codeChallenge })
    for (let guess = 0; guess < 5; guess += 1)
      expect((await scene.finishReset(doomed, good, { codeVerifier: wrong })).outcome).toBe('pkce_mismatch')
    expect((await scene.finishReset(doomed, good, { codeVerifier })).outcome).toBe('unable_to_auth_magic_link')
  })

  it.inTurn('rejects a reset URL that is not on the list', async () => {
    const scene = await open(storage)
    await withPassword(scene)
    expect((await scene.startReset(ada, { resetUrl: 'https://evil.example/' })).outcome).toBe('invalid_redirect_url')
  })

  it.inTurn('ends every other session and the old password after a change by the existing password', async () => {
    const scene = await open(storage)
    const first = await withPassword(scene)
    expect((await scene.changePassword(ada, 'wrong', better)).outcome).toBe('unauthorized_credentials')
    const changed = scene.signedIn(await scene.changePassword(ada, good, better))
    expect((await scene.readSelf(first.token)).outcome).not.toBe('200')
    expect((await scene.readSelf(changed.token)).outcome).toBe('200')
    expect((await scene.login(ada, good)).outcome).toBe('unauthorized_credentials')
    expect((await scene.login(ada, better)).outcome).toBe('200')
  })

  it.inTurn('rejects a sign-in with a password that has to be reset, only after the correct password', async () => {
    const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsComplexity: 1 }
    const lax = { ...passwordPolicy, breachDetectionOnCreate: false, breachDetectionOnAuthentication: false }
    const scene = await open(storage, { settings: { passwordPolicy: lax } })
    await withPassword(scene, ada, 'iloveyou')
    expect((await scene.login(ada, 'iloveyou')).outcome).toBe('200')
    const { id, settings } = scene.harness.project
    const { revision } = (await storage.projects.get(id)) ?? scene.harness.project
    await storage.projects.updateSettings(id, revision, { ...settings, passwordPolicy })
    expect((await scene.login(ada, 'iloveyou')).outcome).toBe('breached_password')
    expect((await scene.login(ada, 'iloveyov')).outcome).toBe('unauthorized_credentials')
  })

  it.inTurn('returns the result of the policy for a strength check', async () => {
    const scene = await open(storage)
    const [weak, strong] = [await scene.checkStrength('kettle'), await scene.checkStrength(good)]
    expect([weak.data.valid_password, strong.data.valid_password]).toEqual([false, true])
    const { breached_password, breach_detection_on_create, strength_policy } = strong.data
    expect([breached_password, breach_detection_on_create, strength_policy]).toEqual([false, true, 'zxcvbn'])
  })

  it.inTurn('rejects every call if passwords are disabled', async () => {
    const enabledMethods = { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true, passwords: false }
    const scene = await open(storage, { settings: { enabledMethods } })
    const { token } = await signInByLink(scene)
    const answers = [
      await scene.login(ada, good),
      await scene.startReset(ada),
      await scene.finishReset('x', good),
      await scene.changePassword(ada, good, better),
      await scene.setPassword(token, good),
      await scene.checkStrength(good),
    ]
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(6).fill('method_not_enabled'))
  })
})
