import type { DiscoveryResponse, MemberSignInResponse } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { newOrganization } from '../../organizations/new-organization.ts'
import { defaultPasswordPolicy } from '../../projects/default-settings.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage, tokenOf } from '../../testing/harness.ts'

const ada = 'ada@example.com'
const good = 'violet kettle ambles north'
const better = 'seven quiet lanterns, adrift'
const minutes = { session_duration_minutes: 30 }
const discoveryPage = 'https://app.example.com/organizations'

describe.each(engines)('passwords of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** A business project with two organizations that every address may join. */
  async function open(settings: object = {}): Promise<{ harness: Harness; acme: Organization; globex: Organization }> {
    const harness = await createHarness(storage, { vertical: 'B2B', settings: withDiscovery(settings) })
    return { harness, acme: await organization(harness, 'acme'), globex: await organization(harness, 'globex') }
  }

  const withDiscovery = (settings: object): object => ({
    redirectUrls: {
      login: ['https://app.example.com/authenticate'],
      signup: ['https://app.example.com/authenticate'],
      reset_password: ['https://app.example.com/reset'],
      discovery: [discoveryPage],
    },
    ...settings,
  })

  type Organization = ReturnType<typeof callsOf> & { record: OrganizationRecord }

  async function organization(harness: Harness, slug: string): Promise<Organization> {
    const created = { projectId: harness.project.id, id: `${slug}-${harness.project.id}`, name: slug, slug }
    const record = {
      ...newOrganization({ ...created, now: harness.clock.now() }),
      settings: { email_jit_provisioning: 'ALL_ALLOWED' },
    }
    await storage.organizations.insert(record)
    return { record, ...callsOf(harness, record.id) }
  }

  const post = (harness: Harness, path: string, body: object, session?: string): Promise<Answer> =>
    harness.call('POST', `/b2b/${path}`, body, session === undefined ? {} : { session })

  function callsOf(harness: Harness, organization_id: string) {
    return {
      login: (email_address: string, password: string) =>
        post(harness, 'passwords/authenticate', { organization_id, email_address, password, ...minutes }),
      startReset: (email_address: string) =>
        post(harness, 'passwords/email/reset/start', { organization_id, email_address }),
      change: (email_address: string, existing_password: string, new_password: string) =>
        post(harness, 'passwords/existing_password/reset', {
          ...{ organization_id, email_address, existing_password, new_password },
          ...minutes,
        }),
      /** Signs in by a link, and creates the member if needed. */
      async join(email_address: string): Promise<MemberSignInResponse> {
        await post(harness, 'magic_links/email/login_or_signup', { organization_id, email_address })
        await harness.provider.outbox.drain()
        // A notice may have been sent after the link.
        const mail = harness.sent.findLast(({ to, links }) => to === email_address && links.length === 1)
        const magic_links_token = mail ? tokenOf(mail) : ''
        return dataOf(await post(harness, 'magic_links/authenticate', { magic_links_token, ...minutes }))
      },
    }
  }

  const dataOf = (answer: Answer): MemberSignInResponse => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.data as unknown as MemberSignInResponse
  }

  const discovered = (answer: Answer): DiscoveryResponse => answer.data as unknown as DiscoveryResponse

  const mailedResets = async (harness: Harness): Promise<string[]> => {
    await harness.provider.outbox.drain()
    const links = harness.sent.findLast(({ links }) => links.length === 2)?.links ?? []
    return links.map((link) => new URL(link).searchParams.get('token') ?? '')
  }

  /** A member with a password. */
  async function withPassword(harness: Harness, organization: Organization, password = good): Promise<string> {
    const { session_token } = await organization.join(ada)
    const set = dataOf(await post(harness, 'passwords/session/reset', { password }, session_token))
    return set.session_token
  }

  it.inTurn('signs a member in with the whole response [B-PWD-01]', async () => {
    const { harness, acme } = await open()
    await withPassword(harness, acme)
    const data = dataOf(await acme.login(ada, good))
    expect(data).toMatchObject({
      member_authenticated: true,
      ...{ intermediate_session_token: '', mfa_required: null, primary_required: null },
      organization: { organization_id: acme.record.id },
      member: { email_address: ada, email_address_verified: true, status: 'active' },
      member_session: { organization_id: acme.record.id, authentication_factors: [{ type: 'password' }] },
    })
    expect(data.member?.member_password_id).toMatch(/^password-test-/)
    expect(data.member_id).toBe(data.member?.member_id)
  })

  it.inTurn(
    'answers a wrong password, an unknown address and a member without a password alike [B-PWD-02]',
    async () => {
      const { harness, acme } = await open()
      await withPassword(harness, acme)
      await acme.join('grace@example.com')
      const answers = [
        await acme.login(ada, better),
        await acme.login('unknown@example.com', good),
        await acme.login('grace@example.com', good),
      ]
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unauthorized_credentials'))
      const shape = ({ status, headers, text }: Answer) => [status, [...headers.keys()], text.length]
      expect(new Set(answers.map((one) => JSON.stringify(shape(one)))).size).toBe(1)
    },
  )

  it.inTurn('mails a reset to members of the organization only, with one response for all [B-PWD-03]', async () => {
    const { harness, acme, globex } = await open()
    await acme.join(ada)
    await globex.join('other@example.com')
    harness.sent.length = 0
    const answers = [
      await acme.startReset(ada),
      await acme.startReset('other@example.com'),
      await acme.startReset('unknown@example.com'),
    ]
    expect(new Set(answers.map(({ outcome, text }) => `${outcome} ${text.length}`)).size).toBe(1)
    await harness.provider.outbox.drain()
    expect(harness.sent.map(({ to }) => to)).toEqual([ada])
    const [reset] = harness.sent[0]?.links ?? []
    expect(new URL(reset ?? '').searchParams.get('latchkey_token_type')).toBe('reset_password')
    const landed = await harness.fetch(new Request(reset ?? ''))
    expect(landed.headers.get('location')).toMatch(/^https:\/\/app\.example\.com\/reset\?/)
  })

  it.inTurn('signs in by a reset, whose other link signs in without a password [B-PWD-04]', async () => {
    const { harness, acme } = await open()
    await acme.join(ada)
    await acme.startReset(ada)
    const [password_reset_token, magic_links_token] = await mailedResets(harness)
    const other = dataOf(await post(harness, 'magic_links/authenticate', { magic_links_token, ...minutes }))
    expect(other.member_session?.authentication_factors.map(({ type }) => type)).toEqual(['magic_link'])
    const done = dataOf(
      await post(harness, 'passwords/email/reset', { password_reset_token, password: better, ...minutes }),
    )
    expect([done.member_authenticated, done.member?.member_password_id !== '']).toEqual([true, true])
    expect((await acme.login(ada, better)).outcome).toBe('200')
  })

  it.inTurn('changes a password by the existing one, and by the session [B-PWD-05] [B-PWD-06]', async () => {
    const { harness, acme } = await open()
    const session = await withPassword(harness, acme)
    const changed = dataOf(await acme.change(ada, good, better))
    expect([changed.member_authenticated, changed.mfa_required]).toEqual([true, null])
    expect((await post(harness, 'sessions/authenticate', {}, session)).outcome).toBe('session_not_found')
    const set = dataOf(await post(harness, 'passwords/session/reset', { password: good }, changed.session_token))
    expect(set.member_session).toMatchObject({ member_session_id: changed.member_session?.member_session_id })
    expect((await acme.login(ada, good)).outcome).toBe('200')
  })

  it.inTurn('returns the feedback of a strength check in two fields [B-PWD-07]', async () => {
    const { harness } = await open()
    const { data } = await post(harness, 'passwords/strength_check', { password: 'kettlekettle', email_address: ada })
    expect(data).toMatchObject({
      ...{ valid_password: false, breached_password: false, strength_policy: 'zxcvbn' },
      zxcvbn_feedback: { warning: expect.any(String), suggestions: expect.any(Array) },
      luds_feedback: { has_digit: false, missing_characters: expect.any(Number) },
    })
    expect(data).not.toHaveProperty('feedback')
  })

  it.inTurn('rejects passwords that break the policy of the project [B-PWD-08]', async () => {
    const { harness, acme } = await open()
    const { session_token } = await acme.join(ada)
    const set = async (password: string) =>
      (await post(harness, 'passwords/session/reset', { password }, session_token)).outcome
    expect([await set('kettlekettle'), await set('iloveyou')]).toEqual(['weak_password', 'breached_password'])
  })

  it.inTurn('rejects a member whose password must be reset, after the correct password [B-PWD-09]', async () => {
    const { harness, acme } = await open()
    await withPassword(harness, acme)
    const member = await storage.members.findByEmail(organizationRealm(acme.record), ada)
    const password = member?.account.registrations.find(({ kind }) => kind === 'password')
    await storage.accounts.setRegistrationDetails(
      ...([harness.project.id, member?.account.id ?? '', 'password', password?.id ?? ''] as const),
      { requires_reset: true },
    )
    expect((await acme.login(ada, better)).outcome).toBe('unauthorized_credentials')
    expect((await acme.login(ada, good)).outcome).toBe('member_reset_password')
  })

  describe('in all organizations of an address', () => {
    const login = (harness: Harness, password: string): Promise<Answer> =>
      post(harness, 'passwords/discovery/authenticate', { email_address: ada, password })

    async function resetEverywhere(harness: Harness, password: string): Promise<Answer> {
      const started = await post(harness, 'passwords/discovery/reset/start', { email_address: ada })
      expect(started.outcome).toBe('200')
      const [password_reset_token] = await mailedResets(harness)
      return post(harness, 'passwords/discovery/reset', { password_reset_token, password })
    }

    it.inTurn('sets a password by discovery, which then finds them [B-PWD-10] [B-PWD-11]', async () => {
      const { harness, acme, globex } = await open()
      const inAcme = await withPassword(harness, acme)
      await globex.join(ada)
      const reset = discovered(await resetEverywhere(harness, better))
      expect(reset.email_address).toBe(ada)
      expect((await post(harness, 'sessions/authenticate', {}, inAcme)).outcome).toBe('session_not_found')
      for (const one of [acme, globex]) expect((await one.login(ada, better)).outcome).toBe('200')
      const found = discovered(await login(harness, better))
      expect(
        found.discovered_organizations.map(({ organization, member_authenticated }) => [
          organization.organization_slug,
          member_authenticated,
        ]),
      ).toEqual([
        ['acme', true],
        ['globex', true],
      ])
      const entered = dataOf(
        await post(harness, 'discovery/intermediate_sessions/exchange', {
          intermediate_session_token: found.intermediate_session_token,
          organization_id: globex.record.id,
          ...minutes,
        }),
      )
      expect(entered.member_session?.authentication_factors.map(({ type }) => type)).toEqual(['password'])
    })

    it.inTurn('answers a wrong password like an unknown address, and locks after ten', async () => {
      const { harness, acme } = await open()
      await withPassword(harness, acme)
      const unknown = await post(harness, 'passwords/discovery/authenticate', {
        ...{ email_address: 'unknown@example.com', password: good },
      })
      expect([unknown.outcome, (await login(harness, better)).outcome]).toEqual(
        Array(2).fill('unauthorized_credentials'),
      )
      for (let guess = 0; guess < 9; guess += 1) await login(harness, `wrong ${guess}`)
      expect((await login(harness, good)).outcome).toBe('user_lock_limit_reached')
    })

    it.inTurn('finds only organizations with the entered password [B-PWD-12]', async () => {
      const { harness, acme, globex } = await open()
      await globex.join(ada)
      harness.clock.advance(1_000)
      await withPassword(harness, acme)
      expect((await globex.login(ada, good)).outcome).toBe('unauthorized_credentials')
      const found = discovered(await login(harness, good))
      expect(found.discovered_organizations.map(({ organization }) => organization.organization_slug)).toEqual(['acme'])
      const exchange = (organization_id: string) =>
        post(harness, 'discovery/intermediate_sessions/exchange', {
          ...{ intermediate_session_token: found.intermediate_session_token, organization_id },
          ...minutes,
        })
      expect((await exchange(globex.record.id)).outcome).toBe('organization_not_found')
      expect((await exchange(acme.record.id)).outcome).toBe('200')
    })

    it('does not continue an unfinished sign-in whose password was changed since', async () => {
      const { harness, acme } = await open()
      await withPassword(harness, acme)
      const found = discovered(await login(harness, good))
      harness.clock.advance(1_000)
      expect((await acme.change(ada, good, better)).outcome).toBe('200')
      const entered = await post(harness, 'discovery/intermediate_sessions/exchange', {
        intermediate_session_token: found.intermediate_session_token,
        ...{ organization_id: acme.record.id, ...minutes },
      })
      expect(entered.data).toMatchObject({ member_authenticated: false, session_token: '' })
    })

    it.inTurn('stores the password of a reset in one organization for all of them [B-PWD-11]', async () => {
      const { harness, acme, globex } = await open()
      await acme.join(ada)
      await globex.join(ada)
      await acme.startReset(ada)
      const [password_reset_token] = await mailedResets(harness)
      await post(harness, 'passwords/email/reset', { password_reset_token, password: better, ...minutes })
      for (const one of [acme, globex]) expect((await one.login(ada, better)).outcome).toBe('200')
      const changed = await acme.change(ada, better, good)
      expect(changed.outcome).toBe('200')
      expect((await globex.login(ada, better)).outcome).toBe('200')
    })

    it.inTurn('redeems a reset only where it was requested', async () => {
      const { harness, acme } = await open()
      await acme.join(ada)
      await acme.startReset(ada)
      const [ofOrganization] = await mailedResets(harness)
      harness.sent.length = 0
      await post(harness, 'passwords/discovery/reset/start', { email_address: ada })
      const [ofDiscovery] = await mailedResets(harness)
      const redeem = (path: string, password_reset_token = '') =>
        post(harness, `passwords/${path}`, { password_reset_token, password: better, ...minutes })
      expect((await redeem('discovery/reset', ofOrganization)).outcome).toBe('unable_to_auth_magic_link')
      expect((await redeem('email/reset', ofDiscovery)).outcome).toBe('unable_to_auth_magic_link')
      expect((await redeem('discovery/reset', ofDiscovery)).outcome).toBe('200')
      expect((await redeem('email/reset', ofOrganization)).outcome).toBe('unable_to_auth_magic_link')
    })

    it.inTurn('is off if the project says so: each organization has its own password [B-PWD-13]', async () => {
      const { harness, acme, globex } = await open({ crossOrganizationPasswords: false })
      await acme.join(ada)
      await globex.join(ada)
      await acme.startReset(ada)
      const [password_reset_token] = await mailedResets(harness)
      await post(harness, 'passwords/email/reset', { password_reset_token, password: better, ...minutes })
      expect((await globex.login(ada, better)).outcome).toBe('unauthorized_credentials')
      const calls = [
        await login(harness, better),
        await post(harness, 'passwords/discovery/reset/start', { email_address: ada }),
        await post(harness, 'passwords/discovery/reset', { password_reset_token: 'x', password: better }),
      ]
      expect(calls.map(({ status, outcome }) => [status, outcome])).toEqual(Array(3).fill([403, 'method_not_enabled']))
    })
  })

  it.inTurn('requires a stronger policy of every kind of password', async () => {
    const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsMinimumCount: 10 }
    const { harness, acme } = await open({ passwordPolicy })
    const { session_token } = await acme.join(ada)
    const set = await post(harness, 'passwords/session/reset', { password: 'kettlekettle' }, session_token)
    expect(set.outcome).toBe('weak_password')
  })
})
