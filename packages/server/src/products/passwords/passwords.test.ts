import { randomBytes } from 'node:crypto'
import { tokenTypeParameter } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { ProviderError } from '../../core/provider-error.ts'
import type { BreachRanges } from '../../passwords/breach.ts'
import { createPasswordEngine, type PasswordEngine } from '../../passwords/password-engine.ts'
import { defaultPasswordPolicy } from '../../projects/default-settings.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { withChangedTransactions } from '../../testing/changed-transactions.suite.ts'
import {
  type Answer,
  type CallOptions,
  createHarness,
  engines,
  type Harness,
  landing,
  openTestStorage,
  pkcePair,
  quickPasswords,
} from '../../testing/harness.ts'

const email = 'ada@example.com'
const good = 'violet kettle ambles north'
const better = 'seven quiet lanterns, adrift'
const S = { session_duration_minutes: 30 }
const hour = 60 * 60_000

describe.each(engines)('passwords on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const post = (harness: Harness, path: string, body: object, options?: CallOptions): Promise<Answer> =>
    harness.call('POST', `/passwords${path}`, body, options)
  const create = (harness: Harness, body: object = {}, options?: CallOptions): Promise<Answer> =>
    post(harness, '', { email, password: good, ...S, ...body }, options)
  const login = (harness: Harness, body: object = {}, options?: CallOptions): Promise<Answer> =>
    post(harness, '/authenticate', { email, password: good, ...S, ...body }, options)
  const me = async (harness: Harness, session: string): Promise<string> =>
    (await harness.call('GET', '/users/me', undefined, { session })).outcome

  async function resetLinks(
    harness: Harness,
    body: object = {},
    to = email,
  ): Promise<{ reset: string; login: string }> {
    const started = await post(harness, '/email/reset/start', { email: to, ...body })
    if (started.status !== 200) throw new Error(started.text)
    await harness.provider.outbox.drain()
    const mail = harness.sent.findLast((one) => one.to === to && one.links.length === 2)
    const [reset = '', login = ''] = (mail?.links ?? []).map((link) => new URL(link).searchParams.get('token') ?? '')
    return { reset, login }
  }

  const finish = (harness: Harness, token: string, body: object = {}, options?: CallOptions): Promise<Answer> =>
    post(harness, '/email/reset', { token, password: better, ...S, ...body }, options)

  /** The subjects of all sent messages. */
  async function subjects(harness: Harness): Promise<string[]> {
    await harness.provider.outbox.drain()
    return harness.sent.filter(({ to }) => to === email).map(({ subject }) => subject)
  }

  async function events(harness: Harness): Promise<string[]> {
    const rows = (await storage.audit.listUnsealed(100_000)).filter(({ projectId }) => projectId === harness.project.id)
    // Events of the same millisecond have no order.
    return rows.map(({ event, result, errorType }) => [event, result, errorType].filter(Boolean).join(' ')).sort()
  }

  describe('creating one', () => {
    it.inTurn('creates a user with an unverified address and a session of one factor', async () => {
      const harness = await createHarness(storage)
      const { status, data } = await create(harness, { email: ' Ada@Example.com' })
      const at = new Date(harness.clock.now()).toISOString()
      expect(status).toBe(200)
      expect(data.user).toMatchObject({
        status: 'active',
        emails: [{ email_id: data.email_id, email, verified: false }],
        password: { requires_reset: false },
      })
      expect(data.session.authentication_factors).toEqual([
        { type: 'password', delivery_method: 'knowledge', last_authenticated_at: at, created_at: at, updated_at: at },
      ])
      expect(data.user.password?.password_id).toMatch(/^password-test-/)
      expect(await me(harness, data.session_token)).toBe('200')
      expect(await events(harness)).toEqual([
        'factor_add ok',
        'password_create ok',
        'session_create ok',
        'user_create ok',
      ])
    })

    it.inTurn('stores an Argon2id hash and never returns it', async () => {
      const harness = await createHarness(storage)
      const { data, text } = await create(harness)
      const stored = await storage.passwords.find(harness.project.id, data.user.password?.password_id ?? '')
      expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$/)
      expect([text, ...harness.logs].join('\n')).not.toMatch(/argon2|violet kettle/)
      expect(
        JSON.stringify(await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })),
      ).not.toContain('argon2')
    })

    it.inTurn('never signs in an existing user when a password is created, whatever the password', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      await harness.signIn('grace@example.com')
      expect((await create(harness)).outcome).toBe('duplicate_email')
      expect((await create(harness, { password: better })).outcome).toBe('duplicate_email')
      expect((await create(harness, { email: 'grace@example.com' })).outcome).toBe('reset_password')
      expect((await events(harness)).filter((event) => event.startsWith('password_create refused'))).toEqual([
        'password_create refused duplicate_email',
        'password_create refused duplicate_email',
        'password_create refused reset_password',
      ])
    })

    it.inTurn('rejects a password that is easy to guess, too short, too long or common', async () => {
      const harness = await createHarness(storage)
      const outcome = async (password: string) => (await create(harness, { password })).outcome
      expect(await outcome('kettlekettle')).toBe('weak_password')
      expect(await outcome('x7$Kq2!')).toBe('weak_password')
      expect(await outcome(`${good} `.repeat(5))).toBe('weak_password')
      expect(await outcome('iloveyou')).toBe('breached_password')
      expect(await outcome('ada@example.com')).toBe('weak_password')
      expect((await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })).items).toEqual([])
    })

    it.inTurn('requires the character types of the project’s policy', async () => {
      const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsMinimumCount: 10 }
      const harness = await createHarness(storage, { settings: { passwordPolicy } })
      expect((await create(harness, { password: 'kettlekettle' })).outcome).toBe('weak_password')
      expect((await create(harness, { password: 'Kettlekettle1' })).outcome).toBe('200')
    })

    it.inTurn('limits created passwords by network', async () => {
      const limits = { password_creates_per_ip: { limit: 2, windowMs: 60_000 } }
      const harness = await createHarness(storage, { config: { limits } })
      const outcomes: string[] = []
      for (const name of ['a', 'b', 'c'])
        outcomes.push((await create(harness, { email: `${name}@example.com` })).outcome)
      expect(outcomes).toEqual(['200', '200', 'too_many_requests'])
    })
  })

  describe('signing in', () => {
    it.inTurn('starts a session, or adds a factor to the existing session', async () => {
      const harness = await createHarness(storage)
      const created = await create(harness)
      const again = await login(harness)
      expect(again.data.user_id).toBe(created.data.user_id)
      expect(again.data.session.session_id).not.toBe(created.data.session.session_id)
      const linked = await harness.signIn('grace@example.com')
      const { data: set } = await post(harness, '/session/reset', { password: better }, { session: linked.token })
      const session = set.session_token
      const grace = await login(harness, { email: 'grace@example.com', password: better }, { session })
      expect(grace.data.session.session_id).toBe(linked.sessionId)
      expect(grace.data.session.authentication_factors.map(({ type }) => type)).toEqual(['otp', 'password'])
    })

    it.inTurn('distinguishes a wrong password, an unknown address and a user without a password', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      await harness.signIn('grace@example.com')
      expect((await login(harness, { password: better })).outcome).toBe('unauthorized_credentials')
      expect((await login(harness, { email: 'unknown@example.com' })).outcome).toBe('email_not_found')
      expect((await login(harness, { email: 'grace@example.com' })).outcome).toBe('no_user_password')
      expect((await login(harness, { email: 'no address' })).outcome).toBe('invalid_email')
    })

    it.inTurn('answers every wrong sign-in alike in a strict project, and always compares a hash', async () => {
      const compared: (string | null)[] = []
      const passwords = {
        ...quickPasswords,
        verify: (hash: string | null, password: string) => {
          compared.push(hash && 'hash')
          return quickPasswords.verify(hash, password)
        },
      }
      const harness = await createHarness(storage, { settings: { enumeration: 'strict' }, passwords })
      const ada = await harness.signIn(email)
      await post(harness, '/session/reset', { password: good }, { session: ada.token })
      await harness.signIn('grace@example.com')
      const answers = [
        await login(harness, { password: better }),
        await login(harness, { email: 'unknown@example.com' }),
        await login(harness, { email: 'grace@example.com' }),
      ]
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unauthorized_credentials'))
      const shape = ({ status, headers, text }: Answer) => [status, [...headers.keys()], text.length]
      expect(new Set(answers.map((one) => JSON.stringify(shape(one)))).size).toBe(1)
      expect(compared).toEqual(['hash', null, null])
      expect((await create(harness)).outcome).toBe('reset_password')
      expect((await create(harness, { email: 'new@example.com' })).outcome).toBe('reset_password')
      expect((await login(harness)).outcome).toBe('200')
    })

    it.inTurn('locks an account or an unknown address after ten wrong passwords, and a reset unlocks it', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      for (const to of [email, 'unknown@example.com']) {
        const outcomes = new Set<string>()
        for (let guess = 0; guess < 10; guess += 1)
          outcomes.add((await login(harness, { email: to, password: `wrong ${guess}` })).outcome)
        expect([...outcomes]).toEqual([to === email ? 'unauthorized_credentials' : 'email_not_found'])
        const locked = await login(harness, { email: to })
        expect(locked.outcome).toBe('user_lock_limit_reached')
        expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(3_600)
      }
      expect((await post(harness, '/existing_password/reset', existing())).outcome).toBe('user_lock_limit_reached')
      expect(await events(harness)).toContain('account_lock ok')
      // A reset does not bypass the lock-out; it ends it.
      const { reset } = await resetLinks(harness)
      expect((await finish(harness, reset)).outcome).toBe('200')
      expect((await login(harness, { password: better })).outcome).toBe('200')
    })

    describe('a sign-in that failed before a verdict', () => {
      const busy = () => Promise.reject(new ProviderError('service_unavailable'))
      const count = async (harness: Harness, accountId: string) =>
        (await storage.lockouts.get(harness.project.id, `user:${accountId}`))?.consecutive ?? 0

      it.inTurn('does not count guesses that a full queue rejected, and keeps the earlier count', async () => {
        let isBusy = false
        const passwords: PasswordEngine = {
          ...quickPasswords,
          verify: (...one) => (isBusy ? busy() : quickPasswords.verify(...one)),
        }
        const harness = await createHarness(storage, { passwords })
        const { user_id } = (await create(harness)).data
        for (let guess = 0; guess < 9; guess += 1) await login(harness, { password: 'wrong' })
        isBusy = true
        const answers = [
          ...(await Promise.all(Array.from({ length: 3 }, () => login(harness)))),
          ...(await Promise.all(
            Array.from({ length: 3 }, () => post(harness, '/existing_password/reset', existing())),
          )),
        ]
        // The tenth guess locks as long as its slot is taken.
        expect(answers.every(({ outcome }) => /service_unavailable|user_lock/.test(outcome))).toBe(true)
        for (let turn = 0; turn < 12; turn += 1) expect((await login(harness)).outcome).toBe('service_unavailable')
        expect(await count(harness, user_id)).toBe(9)
        isBusy = false
        expect((await login(harness, { password: 'wrong' })).outcome).toBe('unauthorized_credentials')
        expect((await login(harness)).outcome).toBe('user_lock_limit_reached')
      })

      it.inTurn(
        'refunds the guess if the hash cannot be renewed, the new hash cannot be computed or the database fails',
        async () => {
          let isBusy = false
          const passwords: PasswordEngine = {
            ...quickPasswords,
            hash: (...one) => (isBusy ? busy() : quickPasswords.hash(...one)),
          }
          let isUnavailable = false
          const failing = withChangedTransactions(storage, (tx) => {
            const exchange: typeof tx.passwords.replaceIfUnchanged = (...one) =>
              isUnavailable
                ? Promise.reject(new Error('the database is unreachable'))
                : tx.passwords.replaceIfUnchanged(...one)
            return { passwords: { ...tx.passwords, replaceIfUnchanged: exchange } }
          })
          const harness = await createHarness(failing, { passwords })
          const { data } = await create(harness)
          const id = data.user.password?.password_id ?? ''
          isBusy = true
          expect((await post(harness, '/existing_password/reset', existing())).outcome).toBe('service_unavailable')
          isBusy = false
          isUnavailable = true
          expect((await login(harness)).status).toBe(503)
          isUnavailable = false
          const other = createPasswordEngine({
            random: { bytes: (length) => randomBytes(length) },
            parameters: { memoryCost: 128, timeCost: 1, parallelism: 1 },
          })
          const hash = await other.hash(good)
          await other.close()
          await storage.passwords.set({ projectId: harness.project.id, id, hash, setAt: 1 })
          isBusy = true
          expect((await login(harness)).outcome).toBe('service_unavailable')
          expect(await count(harness, data.user_id)).toBe(0)
          // A wrong password is compared and counted all the same.
          expect((await login(harness, { password: 'wrong' })).outcome).toBe('unauthorized_credentials')
          expect(await count(harness, data.user_id)).toBe(1)
        },
      )

      it('accepts a correct password and audits it if the breach list cannot be reached (F16)', async () => {
        const passwords: PasswordEngine = { ...quickPasswords, isCommon: busy }
        const harness = await createHarness(storage, { passwords })
        await create(harness)
        expect((await login(harness)).outcome).toBe('200')
        expect((await events(harness)).filter((event) => event === 'breach_check_skipped ok')).toHaveLength(1)
      })
    })

    it.inTurn('unlocks after the lock-out has ended, and a correct password clears the count', async () => {
      const harness = await createHarness(storage)
      const { data } = await create(harness)
      for (let guess = 0; guess < 10; guess += 1) await login(harness, { password: 'wrong' })
      harness.clock.advance(hour + 1)
      expect((await login(harness)).outcome).toBe('200')
      expect(await storage.lockouts.get(harness.project.id, `user:${data.user_id}`)).toBeNull()
    })

    it.inTurn('limits sign-ins by network, across accounts', async () => {
      const limits = { password_attempts_per_ip: { limit: 3, windowMs: 60_000 } }
      const harness = await createHarness(storage, { config: { limits } })
      const outcomes: string[] = []
      for (let guess = 0; guess < 4; guess += 1)
        outcomes.push((await login(harness, { email: `u${guess}@example.com` })).outcome)
      expect(outcomes).toEqual([...Array(3).fill('email_not_found'), 'too_many_requests'])
      expect((await login(harness, {}, { peerAddress: '198.51.100.9' })).outcome).toBe('email_not_found')
    })

    it.inTurn('renews a hash of other parameters, and an imported one, at the first sign-in', async () => {
      const harness = await createHarness(storage)
      const { data } = await create(harness)
      const id = data.user.password?.password_id ?? ''
      const hashNow = async () => (await storage.passwords.find(harness.project.id, id))?.hash ?? ''
      const before = await hashNow()
      await login(harness)
      expect(await hashNow()).toBe(before)
      // `abc`, from jBCrypt's published test vectors.
      const imported = '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'
      await storage.passwords.set({ projectId: harness.project.id, id, hash: imported, setAt: 1 })
      expect((await login(harness, { password: 'abd' })).outcome).toBe('unauthorized_credentials')
      expect(await hashNow()).toBe(imported)
      const passwordPolicy = { ...defaultPasswordPolicy, breachDetectionOnAuthentication: false }
      await storage.projects.updateSettings(harness.project.id, 1, { ...harness.project.settings, passwordPolicy })
      expect((await login(harness, { password: 'abc' })).outcome).toBe('200')
      const renewed = await hashNow()
      expect(renewed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
      expect((await login(harness, { password: 'abc' })).outcome).toBe('200')
      expect(await hashNow()).toBe(renewed)
    })

    it.inTurn(
      'requires a reset if the password has to be changed, and reveals that only after the correct password',
      async () => {
        const harness = await createHarness(storage)
        const { data } = await create(harness)
        const id = data.user.password?.password_id ?? ''
        await storage.accounts.setRegistrationDetails(harness.project.id, data.user_id, 'password', id, {
          requires_reset: true,
        })
        expect((await login(harness, { password: better })).outcome).toBe('unauthorized_credentials')
        expect((await login(harness)).outcome).toBe('reset_password')
        expect((await post(harness, '/existing_password/reset', existing())).outcome).toBe('reset_password')
        const { reset } = await resetLinks(harness)
        expect((await finish(harness, reset)).data.user.password).toEqual({ password_id: id, requires_reset: false })
      },
    )

    it.inTurn('rejects a disabled user, and every sign-in if passwords are disabled', async () => {
      const harness = await createHarness(storage, {
        settings: { enabledMethods: { ...allMethods, passwords: false } },
      })
      const calls = [
        create(harness),
        login(harness),
        post(harness, '/email/reset/start', { email }),
        finish(harness, 'x'),
        post(harness, '/existing_password/reset', existing()),
        post(harness, '/session/reset', { password: good }),
        post(harness, '/strength_check', { password: good }),
      ]
      expect((await Promise.all(calls)).map(({ outcome }) => outcome)).toEqual(Array(7).fill('method_not_enabled'))
    })

    it.inTurn('rejects a password that was changed during the comparison', async () => {
      let changeDuringCompare = async (): Promise<unknown> => undefined
      const passwords = {
        ...quickPasswords,
        async verify(hash: string | null, password: string) {
          const result = await quickPasswords.verify(hash, password)
          await changeDuringCompare()
          return result
        },
      }
      const harness = await createHarness(storage, { passwords })
      await create(harness)
      const { reset } = await resetLinks(harness)
      changeDuringCompare = () => {
        changeDuringCompare = async () => undefined
        return finish(harness, reset)
      }
      expect((await login(harness)).outcome).toBe('unauthorized_credentials')
      expect((await login(harness, { password: better })).outcome).toBe('200')
    })
  })

  describe('a breached password', () => {
    const down: BreachRanges = { name: 'remote', read: () => Promise.reject(new TypeError('fetch failed')) }

    it.inTurn('requires a reset from a user who signs in with a breached password', async () => {
      const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsComplexity: 1 }
      const lax = { ...passwordPolicy, breachDetectionOnCreate: false, breachDetectionOnAuthentication: false }
      const harness = await createHarness(storage, { settings: { passwordPolicy: lax } })
      expect((await create(harness, { password: 'iloveyou' })).outcome).toBe('200')
      expect((await login(harness, { password: 'iloveyou' })).outcome).toBe('200')
      await storage.projects.updateSettings(harness.project.id, 1, { ...harness.project.settings, passwordPolicy })
      expect((await login(harness, { password: 'iloveyou' })).outcome).toBe('breached_password')
      expect((await login(harness, { password: 'iloveyov' })).outcome).toBe('unauthorized_credentials')
      const { reset } = await resetLinks(harness)
      expect((await finish(harness, reset, { password: 'password' })).outcome).toBe('breached_password')
      expect((await finish(harness, reset)).outcome).toBe('200')
    })

    it('searches all breach lists, and accepts and audits a password if a list is down (F16)', async () => {
      const harness = await createHarness(storage, { breachRanges: [down], config: { metricsToken: 'm' } })
      expect((await create(harness)).outcome).toBe('200')
      expect((await login(harness)).outcome).toBe('200')
      expect((await events(harness)).filter((event) => event === 'breach_check_skipped ok')).toHaveLength(2)
      const metrics = await harness.fetch(
        new Request('https://auth.example.com/metrics', { headers: { authorization: 'Bearer m' } }),
      )
      expect(metrics.text).toContain('latchkey_breach_checks_total{source="remote",outcome="unavailable"} 2')
    })
  })

  describe('a reset by email', () => {
    it.inTurn('sends a link to set a password and a link to sign in without one', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      await post(harness, '/email/reset/start', { email, login_expiration_minutes: 60 })
      const message = await harness.lastMessage(email)
      expect(message.links.map((link) => new URL(link).searchParams.get(tokenTypeParameter))).toEqual([
        'reset_password',
        'login',
      ])
      expect(message.links.every((link) => link.startsWith('https://auth.example.com/v1/magic_links/redirect?'))).toBe(
        true,
      )
      expect(message.text).toContain('The link expires in 30 minutes.')
      expect(message.text).toContain('The link expires in 1 hour.')
      const landed = await Promise.all(
        message.links.map(async (link) => (await harness.fetch(new Request(link))).headers.get('location')),
      )
      const tokens = message.links.map((link) => new URL(link).searchParams.get('token'))
      expect(landed).toEqual([
        `https://app.example.com/reset?${tokenTypeParameter}=reset_password&token=${tokens[0]}`,
        `${landing}?${tokenTypeParameter}=login&token=${tokens[1]}`,
      ])
      harness.clock.advance(60 * 60_000)
      const expired = message.links.map(async (link) =>
        (await harness.fetch(new Request(link))).headers.get('location'),
      )
      expect(await Promise.all(expired)).toEqual([
        `https://app.example.com/reset?${tokenTypeParameter}=reset_password&latchkey_error=unable_to_auth_magic_link`,
        `${landing}?${tokenTypeParameter}=login&latchkey_error=unable_to_auth_magic_link`,
      ])
    })

    it.inTurn('sets the password, verifies the address, ends every other session and notifies the user', async () => {
      const harness = await createHarness(storage)
      const first = await create(harness)
      const { reset } = await resetLinks(harness)
      const done = await finish(harness, reset)
      expect(done.data.user.emails[0]?.verified).toBe(true)
      expect(done.data.session.authentication_factors.map(({ type }) => type)).toEqual(['magic_link', 'password'])
      expect(await me(harness, first.data.session_token)).toBe('user_unauthenticated')
      expect(await me(harness, done.data.session_token)).toBe('200')
      expect((await login(harness)).outcome).toBe('unauthorized_credentials')
      expect((await login(harness, { password: better })).outcome).toBe('200')
      expect(await subjects(harness)).toContainEqual(expect.stringMatching(/^Your Acme \d+\. password was changed$/))
      expect((await finish(harness, reset)).outcome).toBe('unable_to_auth_magic_link')
      const link = `https://auth.example.com/v1/magic_links/redirect?public_token=${harness.project.publicToken}&token=${reset}`
      expect((await harness.fetch(new Request(link))).headers.get('location')).toBe(
        `https://app.example.com/reset?${tokenTypeParameter}=reset_password&latchkey_error=unable_to_auth_magic_link`,
      )
      expect(await events(harness)).toEqual([
        ...['factor_add ok', 'factor_add ok'],
        ...['password_authenticate ok', 'password_authenticate refused unauthorized_credentials', 'password_create ok'],
        ...['password_reset ok', 'password_reset_send ok'],
        ...['session_create ok', 'session_create ok', 'session_create ok'],
        ...['token_replay refused unable_to_auth_magic_link', 'user_create ok'],
      ])
    })

    it.inTurn('keeps the session in which the reset was finished, with a new token', async () => {
      const harness = await createHarness(storage)
      const [here, there] = [await harness.signIn(email), await harness.signIn(email)]
      const { reset } = await resetLinks(harness)
      const { data } = await finish(harness, reset, {}, { session: here.token })
      expect(data.session.session_id).toBe(here.sessionId)
      expect(await me(harness, there.token)).toBe('user_unauthenticated')
      expect(await me(harness, data.session_token)).toBe('200')
    })

    it.inTurn('voids the other link and every other open reset', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const [first, second] = [await resetLinks(harness), await resetLinks(harness)]
      await finish(harness, second.reset)
      const outcomes = [
        await finish(harness, first.reset),
        ...[await magicLink(harness, first.login), await magicLink(harness, second.login)],
      ].map(({ outcome }) => outcome)
      expect(outcomes).toEqual(Array(3).fill('unable_to_auth_magic_link'))
    })

    it.inTurn('does not consume the link for a rejected password', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const { reset } = await resetLinks(harness)
      expect((await finish(harness, reset, { password: 'kettlekettle' })).outcome).toBe('weak_password')
      expect((await finish(harness, reset, { password: 'iloveyou' })).outcome).toBe('breached_password')
      expect((await finish(harness, reset)).outcome).toBe('200')
    })

    it.inTurn('expires each link of a reset at its own time', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const links = await resetLinks(harness, { reset_password_expiration_minutes: 5, login_expiration_minutes: 10 })
      harness.clock.advance(5 * 60_000)
      expect((await finish(harness, links.reset)).outcome).toBe('unable_to_auth_magic_link')
      expect((await magicLink(harness, links.login)).outcome).toBe('200')
    })

    it.inTurn('limits the lifetime of reset links by the project’s maximum, which the email names', async () => {
      const harness = await createHarness(storage, { settings: { maxLinkMinutes: 10 } })
      await create(harness)
      const links = await resetLinks(harness, { reset_password_expiration_minutes: 60, login_expiration_minutes: 120 })
      const { text } = await harness.lastMessage(email)
      expect(text.match(/expires in [^.]+/g)).toEqual(['expires in 10 minutes', 'expires in 10 minutes'])
      harness.clock.advance(10 * 60_000)
      expect((await finish(harness, links.reset)).outcome).toBe('unable_to_auth_magic_link')
      expect((await magicLink(harness, links.login)).outcome).toBe('unable_to_auth_magic_link')
    })

    it.inTurn(
      'binds a reset to the browser that requested it, and does not consume the link for a wrong verifier',
      async () => {
        const pkceRequired = { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true }
        const harness = await createHarness(storage, { settings: { pkceRequired } })
        await create(harness)
        const { code_challenge, code_verifier } = pkcePair()
        expect((await post(harness, '/email/reset/start', { email })).outcome).toBe('pkce_required')
        const links = await resetLinks(harness, { code_challenge })
        expect((await finish(harness, links.reset)).outcome).toBe('pkce_mismatch')
        const wrong = pkcePair().code_verifier
        expect((await finish(harness, links.reset, { code_verifier: wrong })).outcome).toBe('pkce_mismatch')
        expect((await magicLink(harness, links.login, { code_verifier: wrong })).outcome).toBe('pkce_mismatch')
        expect((await magicLink(harness, links.login, { code_verifier })).outcome).toBe('200')
        expect((await finish(harness, links.reset, { code_verifier })).outcome).toBe('200')
      },
    )

    it.inTurn('voids a reset link after five wrong verifiers', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const { code_challenge, code_verifier } = pkcePair()
      const { reset } = await resetLinks(harness, { code_challenge })
      for (let visit = 0; visit < 10; visit += 1) expect((await finish(harness, reset)).outcome).toBe('pkce_mismatch')
      for (let guess = 0; guess < 5; guess += 1)
        await finish(harness, reset, { code_verifier: pkcePair().code_verifier })
      expect((await finish(harness, reset, { code_verifier })).outcome).toBe('unable_to_auth_magic_link')
    })

    it.inTurn('rejects reset URLs that are not on the project’s redirect lists', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const outcome = async (body: object) => (await post(harness, '/email/reset/start', { email, ...body })).outcome
      expect(await outcome({ reset_password_redirect_url: 'https://evil.example/reset' })).toBe('invalid_redirect_url')
      expect(await outcome({ login_redirect_url: 'https://app.example.com/reset' })).toBe('invalid_redirect_url')
      expect(await outcome({ reset_password_redirect_url: landing })).toBe('invalid_redirect_url')
    })

    it.inTurn('accepts neither a reset as a magic link nor a magic link as a reset', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const links = await resetLinks(harness)
      await harness.call('POST', '/magic_links/email/login_or_create', { email })
      const [link = ''] = (await harness.lastMessage(email)).links
      const magic = new URL(link).searchParams.get('token') ?? ''
      expect((await magicLink(harness, links.reset)).outcome).toBe('unable_to_auth_magic_link')
      expect((await finish(harness, links.login)).outcome).toBe('unable_to_auth_magic_link')
      expect((await finish(harness, magic)).outcome).toBe('unable_to_auth_magic_link')
    })

    it.inTurn('accepts the sign-in link of a reset if magic links are disabled', async () => {
      const enabledMethods = { ...allMethods, magicLinks: false }
      const harness = await createHarness(storage, { settings: { enabledMethods } })
      await create(harness)
      const links = await resetLinks(harness)
      expect((await magicLink(harness, links.login)).outcome).toBe('200')
    })

    it.inTurn('rejects a reset for an unknown address, and signs up in a strict project', async () => {
      const harness = await createHarness(storage)
      expect((await post(harness, '/email/reset/start', { email })).outcome).toBe('email_not_found')
      const strict = await createHarness(storage, { settings: { enumeration: 'strict' } })
      const links = await resetLinks(strict)
      expect((await strict.lastMessage(email)).subject).toMatch(/^Finish signing up for Acme/)
      const { data } = await finish(strict, links.reset)
      expect([data.user.status, data.user.emails[0]?.verified]).toEqual(['active', true])
      expect((await login(strict, { password: better })).data.user_id).toBe(data.user_id)
      const other = await resetLinks(strict, {}, 'grace@example.com')
      expect((await magicLink(strict, other.login)).data.user.emails[0]?.verified).toBe(true)
    })

    it.inTurn('limits resets by recipient like every other email', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const outcomes: string[] = []
      for (let send = 0; send < 6; send += 1)
        outcomes.push((await post(harness, '/email/reset/start', { email })).outcome)
      expect(outcomes).toEqual([...Array(5).fill('200'), 'too_many_requests'])
    })
  })

  describe('changing one', () => {
    it.inTurn('ends every other session and the old password after a change by the existing password', async () => {
      const harness = await createHarness(storage)
      const [first, second] = [await create(harness), await login(harness)]
      const session = first.data.session_token
      const done = await post(harness, '/existing_password/reset', existing(), { session })
      expect(done.data.session.session_id).toBe(first.data.session.session_id)
      expect(await me(harness, second.data.session_token)).toBe('user_unauthenticated')
      expect((await login(harness)).outcome).toBe('unauthorized_credentials')
      expect((await login(harness, { password: better })).outcome).toBe('200')
    })

    it.inTurn('requires the existing password and a strong new one for a change', async () => {
      const harness = await createHarness(storage)
      await create(harness)
      const outcome = async (body: object) =>
        (await post(harness, '/existing_password/reset', { ...existing(), ...body })).outcome
      expect(await outcome({ existing_password: better })).toBe('unauthorized_credentials')
      expect(await outcome({ email: 'unknown@example.com' })).toBe('email_not_found')
      expect(await outcome({ new_password: 'kettlekettle' })).toBe('weak_password')
      expect(await outcome({ new_password: 'iloveyou' })).toBe('breached_password')
      expect((await login(harness)).outcome).toBe('200')
    })

    it.inTurn(
      'limits changes by the existing password before the strength check, separately from typed passwords',
      async () => {
        const limits = { strength_checks_per_ip: { limit: 1, windowMs: 60_000 } }
        const harness = await createHarness(storage, { config: { limits } })
        const weak = { ...existing(), new_password: 'kettlekettle' }
        const change = async () => (await post(harness, '/existing_password/reset', weak)).outcome
        expect((await post(harness, '/strength_check', { password: good })).outcome).toBe('200')
        expect([await change(), await change()]).toEqual(['weak_password', 'too_many_requests'])
      },
    )

    it.inTurn('sets a first or a new password by session, and ends every other session', async () => {
      const harness = await createHarness(storage)
      const [here, there] = [await harness.signIn(email, { minutes: 60 }), await harness.signIn(email)]
      const done = await post(harness, '/session/reset', { password: good }, { session: here.token })
      expect(done.data.session.session_id).toBe(here.sessionId)
      // No duration was requested, so the session keeps its expiry.
      expect(done.data.session.expires_at).toBe(new Date(harness.clock.now() + hour).toISOString())
      expect(await me(harness, there.token)).toBe('user_unauthenticated')
      expect((await login(harness)).outcome).toBe('200')
      const again = await post(
        harness,
        '/session/reset',
        { password: better, ...S },
        { session: done.data.session_token },
      )
      expect(again.data.user.password).toEqual(done.data.user.password)
      expect((await login(harness)).outcome).toBe('unauthorized_credentials')
      expect(await subjects(harness)).toContainEqual(expect.stringMatching(/password was changed$/))
    })

    it.inTurn(
      'requires a recent session of the owner for a change by the existing password if the project requires step-up',
      async () => {
        const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
        const own = (await create(harness)).data.session_token
        const other = (await harness.signIn('eve@example.com')).token
        const outcome = async (session?: string, body: object = {}) =>
          (await post(harness, '/existing_password/reset', { ...existing(), ...body }, session ? { session } : {}))
            .outcome
        expect([await outcome(), await outcome(other), await outcome(own, { existing_password: 'wrong' })]).toEqual([
          'step_up_required',
          'step_up_required',
          'unauthorized_credentials',
        ])
        harness.clock.advance(10 * 60_000 + 1)
        expect(await outcome(own)).toBe('step_up_required')
        const { data } = await login(harness)
        expect(await outcome(data.session_token)).toBe('200')
      },
    )

    it.inTurn(
      'requires a session for a change by session, and a recent one if the project requires step-up',
      async () => {
        const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
        expect((await post(harness, '/session/reset', { password: good })).outcome).toBe('user_unauthenticated')
        const { token } = await harness.signIn(email)
        harness.clock.advance(10 * 60_000 + 1)
        expect((await post(harness, '/session/reset', { password: good }, { session: token })).outcome).toBe(
          'step_up_required',
        )
        const fresh = await harness.signIn(email)
        expect((await post(harness, '/session/reset', { password: 'x' }, { session: fresh.token })).outcome).toBe(
          'weak_password',
        )
        expect((await post(harness, '/session/reset', { password: good }, { session: fresh.token })).outcome).toBe(
          '200',
        )
      },
    )
  })

  describe('an account that an attacker prepared with the address of another user', () => {
    /** The attacker creates an account with the victim's address and keeps a session. */
    async function prepared(): Promise<{ harness: Harness; attacker: Answer }> {
      const harness = await createHarness(storage)
      return { harness, attacker: await create(harness) }
    }

    async function expectClosed(harness: Harness, attacker: Answer): Promise<void> {
      expect(await me(harness, attacker.data.session_token)).toBe('user_unauthenticated')
      expect((await login(harness)).outcome).toBe('reset_password')
      expect((await post(harness, '/existing_password/reset', existing())).outcome).toBe('reset_password')
      const id = attacker.data.user.password?.password_id ?? ''
      expect(await storage.passwords.find(harness.project.id, id)).toBeNull()
      expect(await subjects(harness)).toContainEqual(
        expect.stringMatching(/^An old password of your Acme \d+\. account was turned off$/),
      )
      expect(await events(harness)).toContain('password_disable ok')
    }

    it.inTurn('ends the attacker’s access with the first passcode of the owner', async () => {
      const { harness, attacker } = await prepared()
      const victim = await harness.signIn(email)
      expect(victim.accountId).toBe(attacker.data.user_id)
      await expectClosed(harness, attacker)
      expect(await me(harness, victim.token)).toBe('200')
    })

    it.inTurn('ends the attacker’s access with the first magic link of the owner', async () => {
      const { harness, attacker } = await prepared()
      await harness.call('POST', '/magic_links/email/login_or_create', { email })
      const [link = ''] = (await harness.lastMessage(email)).links
      expect((await magicLink(harness, new URL(link).searchParams.get('token') ?? '')).outcome).toBe('200')
      await expectClosed(harness, attacker)
    })

    it.inTurn('ends the attacker’s access with the sign-in link of a reset', async () => {
      const { harness, attacker } = await prepared()
      const links = await resetLinks(harness)
      await magicLink(harness, links.login)
      await expectClosed(harness, attacker)
    })

    it.inTurn('requires a reset from the owner, whose new password works', async () => {
      const { harness } = await prepared()
      await harness.signIn(email)
      expect((await harness.call('POST', '/users/search', { email })).data.userType).toBe('password')
      const { reset } = await resetLinks(harness)
      expect((await finish(harness, reset)).data.user.password?.requires_reset).toBe(false)
      expect((await login(harness, { password: better })).outcome).toBe('200')
      await harness.signIn(email)
      expect((await login(harness, { password: better })).outcome).toBe('200')
    })
  })

  describe('a strength check', () => {
    it.inTurn('returns the result of the policy and stores nothing', async () => {
      const harness = await createHarness(storage)
      const check = async (body: object) => (await post(harness, '/strength_check', body)).data
      expect(await check({ password: 'password', email })).toMatchObject({
        valid_password: false,
        score: 0,
        breached_password: true,
        breach_detection_on_create: true,
        strength_policy: 'zxcvbn',
        feedback: {
          warning: 'This is a top-10 common password',
          suggestions: ['Add another word or two. Uncommon words are better.'],
          luds_requirements: {
            ...{ has_digit: false, has_lower_case: true, has_symbol: false, has_upper_case: false },
            ...{ missing_characters: 0, missing_complexity: 2 },
          },
        },
      })
      expect(await check({ password: good })).toMatchObject({
        valid_password: true,
        score: 4,
        breached_password: false,
      })
      expect(await check({ password: 'iloveyou' })).toMatchObject({ valid_password: false, breached_password: false })
      expect(harness.logs.join('\n')).not.toContain('violet')
      expect(await events(harness)).toEqual([])
    })

    it.inTurn('limits strength checks by network', async () => {
      const limits = { strength_checks_per_ip: { limit: 1, windowMs: 60_000 } }
      const harness = await createHarness(storage, { config: { limits } })
      await post(harness, '/strength_check', { password: good })
      expect((await post(harness, '/strength_check', { password: good })).outcome).toBe('too_many_requests')
    })
  })

  it.inTurn('keeps the last email address of a user with a password', async () => {
    const harness = await createHarness(storage)
    const { token, emailId } = await harness.signIn(email)
    const { data } = await post(harness, '/session/reset', { password: good }, { session: token })
    const removed = await harness.call('DELETE', `/users/emails/${emailId}`, undefined, { session: data.session_token })
    expect(removed.outcome).toBe('last_factor')
  })
})

const allMethods = { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true }

function existing(): object {
  return { email, existing_password: good, new_password: better, ...S }
}

function magicLink(harness: Harness, token: string, body: object = {}): Promise<Answer> {
  return harness.call('POST', '/magic_links/authenticate', { token, ...S, ...body })
}
