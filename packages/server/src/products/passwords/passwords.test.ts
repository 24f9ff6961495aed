import { randomBytes } from 'node:crypto'
import { tokenTypeParameter } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../../core/provider-error.ts'
import type { BreachRanges } from '../../passwords/breach.ts'
import { createPasswordEngine, type PasswordEngine } from '../../passwords/password-engine.ts'
import { defaultPasswordPolicy } from '../../projects/default-settings.ts'
import type { Storage } from '../../storage/storage.ts'
import { withChangedTransactions } from '../../testing/changed-transactions.suite.ts'
import {
  type Answer,
  type CallOptions,
  createWorld,
  engines,
  landing,
  openTestStorage,
  pkcePair,
  type World,
} from '../../testing/harness.ts'

const email = 'ada@example.com'
const good = 'violet kettle ambles north'
const better = 'seven quiet lanterns, adrift'
const S = { session_duration_minutes: 30 }
const hour = 60 * 60_000

describe.each(engines)('passwords on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const post = (world: World, path: string, body: object, options?: CallOptions): Promise<Answer> =>
    world.call('POST', `/passwords${path}`, body, options)
  const create = (world: World, body: object = {}, options?: CallOptions): Promise<Answer> =>
    post(world, '', { email, password: good, ...S, ...body }, options)
  const login = (world: World, body: object = {}, options?: CallOptions): Promise<Answer> =>
    post(world, '/authenticate', { email, password: good, ...S, ...body }, options)
  const me = async (world: World, session: string): Promise<string> =>
    (await world.call('GET', '/users/me', undefined, { session })).outcome

  async function resetLinks(world: World, body: object = {}, to = email): Promise<{ reset: string; login: string }> {
    const started = await post(world, '/email/reset/start', { email: to, ...body })
    if (started.status !== 200) throw new Error(started.text)
    await world.provider.outbox.drain()
    const mail = world.sent.findLast((one) => one.to === to && one.links.length === 2)
    const [reset = '', login = ''] = (mail?.links ?? []).map((link) => new URL(link).searchParams.get('token') ?? '')
    return { reset, login }
  }

  const finish = (world: World, token: string, body: object = {}, options?: CallOptions): Promise<Answer> =>
    post(world, '/email/reset', { token, password: better, ...S, ...body }, options)

  /** Of everything that has left. */
  async function subjects(world: World): Promise<string[]> {
    await world.provider.outbox.drain()
    return world.sent.filter(({ to }) => to === email).map(({ subject }) => subject)
  }

  async function events(world: World): Promise<string[]> {
    const rows = (await storage.audit.listUnsealed(100_000)).filter(({ projectId }) => projectId === world.project.id)
    // Within a millisecond they have no order.
    return rows.map(({ event, result, errorType }) => [event, result, errorType].filter(Boolean).join(' ')).sort()
  }

  describe('creating one', () => {
    it('makes a user whose address is not proven, with a session of one factor', async () => {
      const world = await createWorld(storage)
      const { status, data } = await create(world, { email: ' Ada@Example.com' })
      const at = new Date(world.clock.now()).toISOString()
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
      expect(await me(world, data.session_token)).toBe('200')
      expect(await events(world)).toEqual([
        'factor_add ok',
        'password_create ok',
        'session_create ok',
        'user_create ok',
      ])
    })

    it('keeps an Argon2id hash and shows it to nobody', async () => {
      const world = await createWorld(storage)
      const { data, text } = await create(world)
      const stored = await storage.passwords.find(world.project.id, data.user.password?.password_id ?? '')
      expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$/)
      expect([text, ...world.logs].join('\n')).not.toMatch(/argon2|violet kettle/)
      expect(JSON.stringify(await storage.users.list(world.project.id, { limit: 10 }))).not.toContain('argon2')
    })

    it('never signs anybody in who is there already, whatever the password', async () => {
      const world = await createWorld(storage)
      await create(world)
      await world.signIn('grace@example.com')
      expect((await create(world)).outcome).toBe('duplicate_email')
      expect((await create(world, { password: better })).outcome).toBe('duplicate_email')
      expect((await create(world, { email: 'grace@example.com' })).outcome).toBe('reset_password')
      expect((await events(world)).filter((event) => event.startsWith('password_create refused'))).toEqual([
        'password_create refused duplicate_email',
        'password_create refused duplicate_email',
        'password_create refused reset_password',
      ])
    })

    it('refuses what is easy to guess, too short, too long, or known to everybody', async () => {
      const world = await createWorld(storage)
      const outcome = async (password: string) => (await create(world, { password })).outcome
      expect(await outcome('kettlekettle')).toBe('weak_password')
      expect(await outcome('x7$Kq2!')).toBe('weak_password')
      expect(await outcome(`${good} `.repeat(5))).toBe('weak_password')
      expect(await outcome('iloveyou')).toBe('breached_password')
      expect(await outcome('ada@example.com')).toBe('weak_password')
      expect((await storage.users.list(world.project.id, { limit: 10 })).items).toEqual([])
    })

    it('follows the kinds of characters where the project asks for them', async () => {
      const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsMinimumCount: 10 }
      const world = await createWorld(storage, { settings: { passwordPolicy } })
      expect((await create(world, { password: 'kettlekettle' })).outcome).toBe('weak_password')
      expect((await create(world, { password: 'Kettlekettle1' })).outcome).toBe('200')
    })

    it('is limited by address of origin', async () => {
      const limits = { password_creates_per_ip: { limit: 2, windowMs: 60_000 } }
      const world = await createWorld(storage, { config: { limits } })
      const outcomes: string[] = []
      for (const name of ['a', 'b', 'c']) outcomes.push((await create(world, { email: `${name}@example.com` })).outcome)
      expect(outcomes).toEqual(['200', '200', 'too_many_requests'])
    })
  })

  describe('signing in', () => {
    it('begins a session, and adds to the one there is', async () => {
      const world = await createWorld(storage)
      const created = await create(world)
      const again = await login(world)
      expect(again.data.user_id).toBe(created.data.user_id)
      expect(again.data.session.session_id).not.toBe(created.data.session.session_id)
      const linked = await world.signIn('grace@example.com')
      const { data: set } = await post(world, '/session/reset', { password: better }, { session: linked.token })
      const session = set.session_token
      const grace = await login(world, { email: 'grace@example.com', password: better }, { session })
      expect(grace.data.session.session_id).toBe(linked.sessionId)
      expect(grace.data.session.authentication_factors.map(({ type }) => type)).toEqual(['otp', 'password'])
    })

    it('tells a wrong password, an unknown address and somebody without a password apart', async () => {
      const world = await createWorld(storage)
      await create(world)
      await world.signIn('grace@example.com')
      expect((await login(world, { password: better })).outcome).toBe('unauthorized_credentials')
      expect((await login(world, { email: 'nobody@example.com' })).outcome).toBe('email_not_found')
      expect((await login(world, { email: 'grace@example.com' })).outcome).toBe('no_user_password')
      expect((await login(world, { email: 'no address' })).outcome).toBe('invalid_email')
    })

    it('tells nothing of the kind in a strict project, and compares with something every time', async () => {
      const compared: (string | null)[] = []
      const quick = createPasswordEngine({
        random: { bytes: (length) => randomBytes(length) },
        parameters: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      })
      const passwords = {
        ...quick,
        verify: (hash: string | null, password: string) => {
          compared.push(hash && 'hash')
          return quick.verify(hash, password)
        },
      }
      const world = await createWorld(storage, { settings: { enumeration: 'strict' }, passwords })
      const ada = await world.signIn(email)
      await post(world, '/session/reset', { password: good }, { session: ada.token })
      await world.signIn('grace@example.com')
      const answers = [
        await login(world, { password: better }),
        await login(world, { email: 'nobody@example.com' }),
        await login(world, { email: 'grace@example.com' }),
      ]
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unauthorized_credentials'))
      const shape = ({ status, headers, text }: Answer) => [status, [...headers.keys()], text.length]
      expect(new Set(answers.map((one) => JSON.stringify(shape(one)))).size).toBe(1)
      expect(compared).toEqual(['hash', null, null])
      expect((await create(world)).outcome).toBe('reset_password')
      expect((await create(world, { email: 'new@example.com' })).outcome).toBe('reset_password')
      expect((await login(world)).outcome).toBe('200')
      await quick.close()
    })

    it('locks the account after ten wrong ones in a row, known or not, and a reset opens it', async () => {
      const world = await createWorld(storage)
      await create(world)
      for (const to of [email, 'nobody@example.com']) {
        const outcomes = new Set<string>()
        for (let guess = 0; guess < 10; guess += 1)
          outcomes.add((await login(world, { email: to, password: `wrong ${guess}` })).outcome)
        expect([...outcomes]).toEqual([to === email ? 'unauthorized_credentials' : 'email_not_found'])
        const locked = await login(world, { email: to })
        expect(locked.outcome).toBe('user_lock_limit_reached')
        expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(3_600)
      }
      expect((await post(world, '/existing_password/reset', existing())).outcome).toBe('user_lock_limit_reached')
      expect(await events(world)).toContain('account_lock ok')
      // Not a way past the lock, but the way out of it.
      const { reset } = await resetLinks(world)
      expect((await finish(world, reset)).outcome).toBe('200')
      expect((await login(world, { password: better })).outcome).toBe('200')
    })

    describe('that ended without a verdict', () => {
      const quick = createPasswordEngine({
        random: { bytes: (length) => randomBytes(length) },
        parameters: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      })
      afterAll(() => quick.close())
      const busy = () => Promise.reject(new ProviderError('service_unavailable'))
      const count = async (world: World, userId: string) =>
        (await storage.lockouts.get(world.project.id, `user:${userId}`))?.consecutive ?? 0

      it('is no guess: ten full queues lock nobody out, and what was wrong before stays counted', async () => {
        let isBusy = false
        const passwords: PasswordEngine = { ...quick, verify: (...one) => (isBusy ? busy() : quick.verify(...one)) }
        const world = await createWorld(storage, { passwords })
        const { user_id } = (await create(world)).data
        for (let guess = 0; guess < 9; guess += 1) await login(world, { password: 'wrong' })
        isBusy = true
        const answers = [
          ...(await Promise.all(Array.from({ length: 3 }, () => login(world)))),
          ...(await Promise.all(Array.from({ length: 3 }, () => post(world, '/existing_password/reset', existing())))),
        ]
        // The tenth slot locks for as long as it is taken.
        expect(answers.every(({ outcome }) => /service_unavailable|user_lock/.test(outcome))).toBe(true)
        for (let turn = 0; turn < 12; turn += 1) expect((await login(world)).outcome).toBe('service_unavailable')
        expect(await count(world, user_id)).toBe(9)
        isBusy = false
        expect((await login(world, { password: 'wrong' })).outcome).toBe('unauthorized_credentials')
        expect((await login(world)).outcome).toBe('user_lock_limit_reached')
      })

      it('is none where the hash cannot be renewed, or the new one not be made, or the store fails', async () => {
        let isBusy = false
        const passwords: PasswordEngine = { ...quick, hash: (...one) => (isBusy ? busy() : quick.hash(...one)) }
        let isAway = false
        const failing = withChangedTransactions(storage, (tx) => {
          const exchange: typeof tx.passwords.replaceIfUnchanged = (...one) =>
            isAway ? Promise.reject(new Error('the store is away')) : tx.passwords.replaceIfUnchanged(...one)
          return { passwords: { ...tx.passwords, replaceIfUnchanged: exchange } }
        })
        const world = await createWorld(failing, { passwords })
        const { data } = await create(world)
        const id = data.user.password?.password_id ?? ''
        isBusy = true
        expect((await post(world, '/existing_password/reset', existing())).outcome).toBe('service_unavailable')
        isBusy = false
        isAway = true
        expect((await login(world)).status).toBe(503)
        isAway = false
        const other = createPasswordEngine({
          random: { bytes: (length) => randomBytes(length) },
          parameters: { memoryCost: 128, timeCost: 1, parallelism: 1 },
        })
        const hash = await other.hash(good)
        await other.close()
        await storage.passwords.set({ projectId: world.project.id, id, hash, setAt: 1 })
        isBusy = true
        expect((await login(world)).outcome).toBe('service_unavailable')
        expect(await count(world, data.user_id)).toBe(0)
        // A wrong one is compared, and counted, all the same.
        expect((await login(world, { password: 'wrong' })).outcome).toBe('unauthorized_credentials')
        expect(await count(world, data.user_id)).toBe(1)
      })

      it('lets a right password pass where nobody can say whether it is common, and writes that down (F16)', async () => {
        const passwords: PasswordEngine = { ...quick, isCommon: busy }
        const world = await createWorld(storage, { passwords })
        await create(world)
        expect((await login(world)).outcome).toBe('200')
        expect((await events(world)).filter((event) => event === 'breach_check_skipped ok')).toHaveLength(1)
      })
    })

    it('is open again when the lock has ended, and a right password clears the count', async () => {
      const world = await createWorld(storage)
      const { data } = await create(world)
      for (let guess = 0; guess < 10; guess += 1) await login(world, { password: 'wrong' })
      world.clock.advance(hour + 1)
      expect((await login(world)).outcome).toBe('200')
      expect(await storage.lockouts.get(world.project.id, `user:${data.user_id}`)).toBeNull()
    })

    it('is limited by address of origin, whoever is tried', async () => {
      const limits = { password_attempts_per_ip: { limit: 3, windowMs: 60_000 } }
      const world = await createWorld(storage, { config: { limits } })
      const outcomes: string[] = []
      for (let guess = 0; guess < 4; guess += 1)
        outcomes.push((await login(world, { email: `u${guess}@example.com` })).outcome)
      expect(outcomes).toEqual([...Array(3).fill('email_not_found'), 'too_many_requests'])
      expect((await login(world, {}, { peerAddress: '198.51.100.9' })).outcome).toBe('email_not_found')
    })

    it('renews a hash made with other parameters, and one made elsewhere, at the first sign-in', async () => {
      const world = await createWorld(storage)
      const { data } = await create(world)
      const id = data.user.password?.password_id ?? ''
      const hashNow = async () => (await storage.passwords.find(world.project.id, id))?.hash ?? ''
      const before = await hashNow()
      await login(world)
      expect(await hashNow()).toBe(before)
      // `abc`, as jBCrypt's published vectors have it.
      const imported = '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'
      await storage.passwords.set({ projectId: world.project.id, id, hash: imported, setAt: 1 })
      expect((await login(world, { password: 'abd' })).outcome).toBe('unauthorized_credentials')
      expect(await hashNow()).toBe(imported)
      const passwordPolicy = { ...defaultPasswordPolicy, breachDetectionOnAuthentication: false }
      await storage.projects.updateSettings(world.project.id, 1, { ...world.project.settings, passwordPolicy })
      expect((await login(world, { password: 'abc' })).outcome).toBe('200')
      const renewed = await hashNow()
      expect(renewed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
      expect((await login(world, { password: 'abc' })).outcome).toBe('200')
      expect(await hashNow()).toBe(renewed)
    })

    it('asks for a reset where the password has to be changed, and only who knows it is told', async () => {
      const world = await createWorld(storage)
      const { data } = await create(world)
      const id = data.user.password?.password_id ?? ''
      await storage.users.setRegistrationDetails(world.project.id, data.user_id, 'password', id, {
        requires_reset: true,
      })
      expect((await login(world, { password: better })).outcome).toBe('unauthorized_credentials')
      expect((await login(world)).outcome).toBe('reset_password')
      expect((await post(world, '/existing_password/reset', existing())).outcome).toBe('reset_password')
      const { reset } = await resetLinks(world)
      expect((await finish(world, reset)).data.user.password).toEqual({ password_id: id, requires_reset: false })
    })

    it('lets nobody in who is disabled or whose project has passwords off', async () => {
      const world = await createWorld(storage, {
        settings: { enabledMethods: { ...allMethods, passwords: false } },
      })
      const calls = [
        create(world),
        login(world),
        post(world, '/email/reset/start', { email }),
        finish(world, 'x'),
        post(world, '/existing_password/reset', existing()),
        post(world, '/session/reset', { password: good }),
        post(world, '/strength_check', { password: good }),
      ]
      expect((await Promise.all(calls)).map(({ outcome }) => outcome)).toEqual(Array(7).fill('method_not_enabled'))
    })

    it('takes no password that was changed while it was compared', async () => {
      const quick = createPasswordEngine({
        random: { bytes: (length) => randomBytes(length) },
        parameters: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      })
      let meanwhile = async (): Promise<unknown> => undefined
      const passwords = {
        ...quick,
        async verify(hash: string | null, password: string) {
          const result = await quick.verify(hash, password)
          await meanwhile()
          return result
        },
      }
      const world = await createWorld(storage, { passwords })
      await create(world)
      const { reset } = await resetLinks(world)
      meanwhile = () => {
        meanwhile = async () => undefined
        return finish(world, reset)
      }
      expect((await login(world)).outcome).toBe('unauthorized_credentials')
      expect((await login(world, { password: better })).outcome).toBe('200')
      await quick.close()
    })
  })

  describe('a breached password', () => {
    const down: BreachRanges = { name: 'remote', read: () => Promise.reject(new TypeError('fetch failed')) }

    it('has to be reset by whoever signs in with it', async () => {
      const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsComplexity: 1 }
      const lax = { ...passwordPolicy, breachDetectionOnCreate: false, breachDetectionOnAuthentication: false }
      const world = await createWorld(storage, { settings: { passwordPolicy: lax } })
      expect((await create(world, { password: 'iloveyou' })).outcome).toBe('200')
      expect((await login(world, { password: 'iloveyou' })).outcome).toBe('200')
      await storage.projects.updateSettings(world.project.id, 1, { ...world.project.settings, passwordPolicy })
      expect((await login(world, { password: 'iloveyou' })).outcome).toBe('breached_password')
      expect((await login(world, { password: 'iloveyov' })).outcome).toBe('unauthorized_credentials')
      const { reset } = await resetLinks(world)
      expect((await finish(world, reset, { password: 'password' })).outcome).toBe('breached_password')
      expect((await finish(world, reset)).outcome).toBe('200')
    })

    it('is looked for in every list an operator gave; one that is down lets it pass, and that is written down (F16)', async () => {
      const world = await createWorld(storage, { breachRanges: [down], config: { metricsToken: 'm' } })
      expect((await create(world)).outcome).toBe('200')
      expect((await login(world)).outcome).toBe('200')
      expect((await events(world)).filter((event) => event === 'breach_check_skipped ok')).toHaveLength(2)
      const metrics = await world.fetch(
        new Request('https://auth.example.com/metrics', { headers: { authorization: 'Bearer m' } }),
      )
      expect(metrics.text).toContain('latchkey_breach_checks_total{source="remote",outcome="unavailable"} 2')
    })
  })

  describe('a reset by e-mail', () => {
    it('mails a link to a new password and a link in without one', async () => {
      const world = await createWorld(storage)
      await create(world)
      await post(world, '/email/reset/start', { email, login_expiration_minutes: 60 })
      const message = await world.lastMessage(email)
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
        message.links.map(async (link) => (await world.fetch(new Request(link))).headers.get('location')),
      )
      const tokens = message.links.map((link) => new URL(link).searchParams.get('token'))
      expect(landed).toEqual([
        `https://app.example.com/reset?${tokenTypeParameter}=reset_password&token=${tokens[0]}`,
        `${landing}?${tokenTypeParameter}=login&token=${tokens[1]}`,
      ])
      world.clock.advance(60 * 60_000)
      const expired = message.links.map(async (link) => (await world.fetch(new Request(link))).headers.get('location'))
      expect(await Promise.all(expired)).toEqual([
        `https://app.example.com/reset?${tokenTypeParameter}=reset_password&latchkey_error=unable_to_auth_magic_link`,
        `${landing}?${tokenTypeParameter}=login&latchkey_error=unable_to_auth_magic_link`,
      ])
    })

    it('sets the password, proves the address, ends every other session and tells the person', async () => {
      const world = await createWorld(storage)
      const first = await create(world)
      const { reset } = await resetLinks(world)
      const done = await finish(world, reset)
      expect(done.data.user.emails[0]?.verified).toBe(true)
      expect(done.data.session.authentication_factors.map(({ type }) => type)).toEqual(['magic_link', 'password'])
      expect(await me(world, first.data.session_token)).toBe('user_unauthenticated')
      expect(await me(world, done.data.session_token)).toBe('200')
      expect((await login(world)).outcome).toBe('unauthorized_credentials')
      expect((await login(world, { password: better })).outcome).toBe('200')
      expect(await subjects(world)).toContainEqual(expect.stringMatching(/^Your Acme \d+\. password was changed$/))
      expect((await finish(world, reset)).outcome).toBe('unable_to_auth_magic_link')
      const link = `https://auth.example.com/v1/magic_links/redirect?public_token=${world.project.publicToken}&token=${reset}`
      expect((await world.fetch(new Request(link))).headers.get('location')).toBe(
        `https://app.example.com/reset?${tokenTypeParameter}=reset_password&latchkey_error=unable_to_auth_magic_link`,
      )
      expect(await events(world)).toEqual([
        ...['factor_add ok', 'factor_add ok'],
        ...['password_authenticate ok', 'password_authenticate refused unauthorized_credentials', 'password_create ok'],
        ...['password_reset ok', 'password_reset_send ok'],
        ...['session_create ok', 'session_create ok', 'session_create ok'],
        ...['token_replay refused unable_to_auth_magic_link', 'user_create ok'],
      ])
    })

    it('keeps the session it was finished in, with a new token', async () => {
      const world = await createWorld(storage)
      const [here, there] = [await world.signIn(email), await world.signIn(email)]
      const { reset } = await resetLinks(world)
      const { data } = await finish(world, reset, {}, { session: here.token })
      expect(data.session.session_id).toBe(here.sessionId)
      expect(await me(world, there.token)).toBe('user_unauthenticated')
      expect(await me(world, data.session_token)).toBe('200')
    })

    it('voids the other link, and every other reset that is under way', async () => {
      const world = await createWorld(storage)
      await create(world)
      const [first, second] = [await resetLinks(world), await resetLinks(world)]
      await finish(world, second.reset)
      const outcomes = [
        await finish(world, first.reset),
        ...[await magicLink(world, first.login), await magicLink(world, second.login)],
      ].map(({ outcome }) => outcome)
      expect(outcomes).toEqual(Array(3).fill('unable_to_auth_magic_link'))
    })

    it('does not spend the link on a password that is refused', async () => {
      const world = await createWorld(storage)
      await create(world)
      const { reset } = await resetLinks(world)
      expect((await finish(world, reset, { password: 'kettlekettle' })).outcome).toBe('weak_password')
      expect((await finish(world, reset, { password: 'iloveyou' })).outcome).toBe('breached_password')
      expect((await finish(world, reset)).outcome).toBe('200')
    })

    it('ends when its time is over, each link at its own', async () => {
      const world = await createWorld(storage)
      await create(world)
      const links = await resetLinks(world, { reset_password_expiration_minutes: 5, login_expiration_minutes: 10 })
      world.clock.advance(5 * 60_000)
      expect((await finish(world, links.reset)).outcome).toBe('unable_to_auth_magic_link')
      expect((await magicLink(world, links.login)).outcome).toBe('200')
    })

    it('lives no longer than the project lets any link live, and the mail says so', async () => {
      const world = await createWorld(storage, { settings: { maxLinkMinutes: 10 } })
      await create(world)
      const links = await resetLinks(world, { reset_password_expiration_minutes: 60, login_expiration_minutes: 120 })
      const { text } = await world.lastMessage(email)
      expect(text.match(/expires in [^.]+/g)).toEqual(['expires in 10 minutes', 'expires in 10 minutes'])
      world.clock.advance(10 * 60_000)
      expect((await finish(world, links.reset)).outcome).toBe('unable_to_auth_magic_link')
      expect((await magicLink(world, links.login)).outcome).toBe('unable_to_auth_magic_link')
    })

    it('is bound to the browser that asked, and a wrong one does not spend it', async () => {
      const pkceRequired = { emailMagicLinks: true, passwordResets: true, oauth: true, sso: true }
      const world = await createWorld(storage, { settings: { pkceRequired } })
      await create(world)
      const { code_challenge, code_verifier } = pkcePair()
      expect((await post(world, '/email/reset/start', { email })).outcome).toBe('pkce_required')
      const links = await resetLinks(world, { code_challenge })
      expect((await finish(world, links.reset)).outcome).toBe('pkce_mismatch')
      const wrong = pkcePair().code_verifier
      expect((await finish(world, links.reset, { code_verifier: wrong })).outcome).toBe('pkce_mismatch')
      expect((await magicLink(world, links.login, { code_verifier: wrong })).outcome).toBe('pkce_mismatch')
      expect((await magicLink(world, links.login, { code_verifier })).outcome).toBe('200')
      expect((await finish(world, links.reset, { code_verifier })).outcome).toBe('200')
    })

    it('is dead after five wrong verifiers', async () => {
      const world = await createWorld(storage)
      await create(world)
      const { code_challenge, code_verifier } = pkcePair()
      const { reset } = await resetLinks(world, { code_challenge })
      for (let visit = 0; visit < 10; visit += 1) expect((await finish(world, reset)).outcome).toBe('pkce_mismatch')
      for (let guess = 0; guess < 5; guess += 1) await finish(world, reset, { code_verifier: pkcePair().code_verifier })
      expect((await finish(world, reset, { code_verifier })).outcome).toBe('unable_to_auth_magic_link')
    })

    it('leads nowhere that is not on the project’s lists', async () => {
      const world = await createWorld(storage)
      await create(world)
      const outcome = async (body: object) => (await post(world, '/email/reset/start', { email, ...body })).outcome
      expect(await outcome({ reset_password_redirect_url: 'https://evil.example/reset' })).toBe('invalid_redirect_url')
      expect(await outcome({ login_redirect_url: 'https://app.example.com/reset' })).toBe('invalid_redirect_url')
      expect(await outcome({ reset_password_redirect_url: landing })).toBe('invalid_redirect_url')
    })

    it('is no magic link, and a magic link is no reset', async () => {
      const world = await createWorld(storage)
      await create(world)
      const links = await resetLinks(world)
      await world.call('POST', '/magic_links/email/login_or_create', { email })
      const [link = ''] = (await world.lastMessage(email)).links
      const magic = new URL(link).searchParams.get('token') ?? ''
      expect((await magicLink(world, links.reset)).outcome).toBe('unable_to_auth_magic_link')
      expect((await finish(world, links.login)).outcome).toBe('unable_to_auth_magic_link')
      expect((await finish(world, magic)).outcome).toBe('unable_to_auth_magic_link')
    })

    it('works by its login link where magic links are off', async () => {
      const enabledMethods = { ...allMethods, magicLinks: false }
      const world = await createWorld(storage, { settings: { enabledMethods } })
      await create(world)
      const links = await resetLinks(world)
      expect((await magicLink(world, links.login)).outcome).toBe('200')
    })

    it('is refused for an address nobody has, and signs up in a strict project', async () => {
      const world = await createWorld(storage)
      expect((await post(world, '/email/reset/start', { email })).outcome).toBe('email_not_found')
      const strict = await createWorld(storage, { settings: { enumeration: 'strict' } })
      const links = await resetLinks(strict)
      expect((await strict.lastMessage(email)).subject).toMatch(/^Finish signing up for Acme/)
      const { data } = await finish(strict, links.reset)
      expect([data.user.status, data.user.emails[0]?.verified]).toEqual(['active', true])
      expect((await login(strict, { password: better })).data.user_id).toBe(data.user_id)
      const other = await resetLinks(strict, {}, 'grace@example.com')
      expect((await magicLink(strict, other.login)).data.user.emails[0]?.verified).toBe(true)
    })

    it('is limited by recipient like every other mail', async () => {
      const world = await createWorld(storage)
      await create(world)
      const outcomes: string[] = []
      for (let send = 0; send < 6; send += 1)
        outcomes.push((await post(world, '/email/reset/start', { email })).outcome)
      expect(outcomes).toEqual([...Array(5).fill('200'), 'too_many_requests'])
    })
  })

  describe('changing one', () => {
    it('by the existing password ends every other session, and the old one', async () => {
      const world = await createWorld(storage)
      const [first, second] = [await create(world), await login(world)]
      const session = first.data.session_token
      const done = await post(world, '/existing_password/reset', existing(), { session })
      expect(done.data.session.session_id).toBe(first.data.session.session_id)
      expect(await me(world, second.data.session_token)).toBe('user_unauthenticated')
      expect((await login(world)).outcome).toBe('unauthorized_credentials')
      expect((await login(world, { password: better })).outcome).toBe('200')
    })

    it('by the existing password needs the existing password, and a good new one', async () => {
      const world = await createWorld(storage)
      await create(world)
      const outcome = async (body: object) =>
        (await post(world, '/existing_password/reset', { ...existing(), ...body })).outcome
      expect(await outcome({ existing_password: better })).toBe('unauthorized_credentials')
      expect(await outcome({ email: 'nobody@example.com' })).toBe('email_not_found')
      expect(await outcome({ new_password: 'kettlekettle' })).toBe('weak_password')
      expect(await outcome({ new_password: 'iloveyou' })).toBe('breached_password')
      expect((await login(world)).outcome).toBe('200')
    })

    it('by the existing password is limited before anything is judged, and apart from what is typed', async () => {
      const limits = { strength_checks_per_ip: { limit: 1, windowMs: 60_000 } }
      const world = await createWorld(storage, { config: { limits } })
      const weak = { ...existing(), new_password: 'kettlekettle' }
      const change = async () => (await post(world, '/existing_password/reset', weak)).outcome
      expect((await post(world, '/strength_check', { password: good })).outcome).toBe('200')
      expect([await change(), await change()]).toEqual(['weak_password', 'too_many_requests'])
    })

    it('by session gives a first password, or another one, and ends every other session', async () => {
      const world = await createWorld(storage)
      const [here, there] = [await world.signIn(email, { minutes: 60 }), await world.signIn(email)]
      const done = await post(world, '/session/reset', { password: good }, { session: here.token })
      expect(done.data.session.session_id).toBe(here.sessionId)
      // No duration was asked for: the session ends when it would have ended.
      expect(done.data.session.expires_at).toBe(new Date(world.clock.now() + hour).toISOString())
      expect(await me(world, there.token)).toBe('user_unauthenticated')
      expect((await login(world)).outcome).toBe('200')
      const again = await post(
        world,
        '/session/reset',
        { password: better, ...S },
        { session: done.data.session_token },
      )
      expect(again.data.user.password).toEqual(done.data.user.password)
      expect((await login(world)).outcome).toBe('unauthorized_credentials')
      expect(await subjects(world)).toContainEqual(expect.stringMatching(/password was changed$/))
    })

    it('by the old one needs a recent session of its owner where the project asks for that', async () => {
      const world = await createWorld(storage, { settings: { stepUpMinutes: 10 } })
      const own = (await create(world)).data.session_token
      const other = (await world.signIn('eve@example.com')).token
      const outcome = async (session?: string, body: object = {}) =>
        (await post(world, '/existing_password/reset', { ...existing(), ...body }, session ? { session } : {})).outcome
      expect([await outcome(), await outcome(other), await outcome(own, { existing_password: 'wrong' })]).toEqual([
        'step_up_required',
        'step_up_required',
        'unauthorized_credentials',
      ])
      world.clock.advance(10 * 60_000 + 1)
      expect(await outcome(own)).toBe('step_up_required')
      const { data } = await login(world)
      expect(await outcome(data.session_token)).toBe('200')
    })

    it('by session needs one, recent enough where the project asks for that', async () => {
      const world = await createWorld(storage, { settings: { stepUpMinutes: 10 } })
      expect((await post(world, '/session/reset', { password: good })).outcome).toBe('user_unauthenticated')
      const { token } = await world.signIn(email)
      world.clock.advance(10 * 60_000 + 1)
      expect((await post(world, '/session/reset', { password: good }, { session: token })).outcome).toBe(
        'step_up_required',
      )
      const fresh = await world.signIn(email)
      expect((await post(world, '/session/reset', { password: 'x' }, { session: fresh.token })).outcome).toBe(
        'weak_password',
      )
      expect((await post(world, '/session/reset', { password: good }, { session: fresh.token })).outcome).toBe('200')
    })
  })

  describe('an account that was prepared for somebody else', () => {
    /** The attacker takes the victim's address first, and keeps a session. */
    async function prepared(): Promise<{ world: World; attacker: Answer }> {
      const world = await createWorld(storage)
      return { world, attacker: await create(world) }
    }

    async function expectClosed(world: World, attacker: Answer): Promise<void> {
      expect(await me(world, attacker.data.session_token)).toBe('user_unauthenticated')
      expect((await login(world)).outcome).toBe('reset_password')
      expect((await post(world, '/existing_password/reset', existing())).outcome).toBe('reset_password')
      const id = attacker.data.user.password?.password_id ?? ''
      expect(await storage.passwords.find(world.project.id, id)).toBeNull()
      expect(await subjects(world)).toContainEqual(
        expect.stringMatching(/^An old password of your Acme \d+\. account was turned off$/),
      )
      expect(await events(world)).toContain('password_disable ok')
    }

    it('is closed by the first passcode', async () => {
      const { world, attacker } = await prepared()
      const victim = await world.signIn(email)
      expect(victim.userId).toBe(attacker.data.user_id)
      await expectClosed(world, attacker)
      expect(await me(world, victim.token)).toBe('200')
    })

    it('is closed by the first magic link', async () => {
      const { world, attacker } = await prepared()
      await world.call('POST', '/magic_links/email/login_or_create', { email })
      const [link = ''] = (await world.lastMessage(email)).links
      expect((await magicLink(world, new URL(link).searchParams.get('token') ?? '')).outcome).toBe('200')
      await expectClosed(world, attacker)
    })

    it('is closed by the login link of a reset', async () => {
      const { world, attacker } = await prepared()
      const links = await resetLinks(world)
      await magicLink(world, links.login)
      await expectClosed(world, attacker)
    })

    it('asks who finds it for a reset, and works from then on', async () => {
      const { world } = await prepared()
      await world.signIn(email)
      expect((await world.call('POST', '/users/search', { email })).data.userType).toBe('password')
      const { reset } = await resetLinks(world)
      expect((await finish(world, reset)).data.user.password?.requires_reset).toBe(false)
      expect((await login(world, { password: better })).outcome).toBe('200')
      await world.signIn(email)
      expect((await login(world, { password: better })).outcome).toBe('200')
    })
  })

  describe('a strength check', () => {
    it('says what the policy says, and nothing of it is kept', async () => {
      const world = await createWorld(storage)
      const check = async (body: object) => (await post(world, '/strength_check', body)).data
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
      expect(world.logs.join('\n')).not.toContain('violet')
      expect(await events(world)).toEqual([])
    })

    it('is limited by address of origin', async () => {
      const limits = { strength_checks_per_ip: { limit: 1, windowMs: 60_000 } }
      const world = await createWorld(storage, { config: { limits } })
      await post(world, '/strength_check', { password: good })
      expect((await post(world, '/strength_check', { password: good })).outcome).toBe('too_many_requests')
    })
  })

  it('is no way to stay when the last address goes', async () => {
    const world = await createWorld(storage)
    const { token, emailId } = await world.signIn(email)
    const { data } = await post(world, '/session/reset', { password: good }, { session: token })
    const gone = await world.call('DELETE', `/users/emails/${emailId}`, undefined, { session: data.session_token })
    expect(gone.outcome).toBe('last_factor')
  })
})

const allMethods = { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true }

function existing(): object {
  return { email, existing_password: good, new_password: better, ...S }
}

function magicLink(world: World, token: string, body: object = {}): Promise<Answer> {
  return world.call('POST', '/magic_links/authenticate', { token, ...S, ...body })
}
