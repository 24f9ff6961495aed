import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { sessionCookiesOf, setSession } from '../../http/cookies/session-cookies.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { raceRounds } from '../../storage/testing/run-length.ts'
import { createBarrier, withBarrier } from '../../testing/barrier.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { type Answer, type CallOptions, engines, openTestStorage, tokenOf } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { expectRejected } from './witness.suite.ts'

const ada = 'ada@acme.test'
const eve = 'eve@acme.test'
const minutes = { session_duration_minutes: 30 }
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}
const httpOnlyCookies = { enabled: true, domain: 'example.com', name: 'session' }
const spent = 'intermediate_session_not_found'

describe.each(engines)('unfinished sign-ins of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Acme requires a second factor. Ada and Eve are members, Ada also of another organization. */
  async function open(): Promise<BusinessHarness & { acme: OrganizationRecord; other: OrganizationRecord }> {
    const harness = await createBusinessHarness(storage, { settings: { limits }, config: { limits } })
    const acme = await harness.addOrganization('acme', { mfa_policy: 'REQUIRED_FOR_ALL' })
    const other = await harness.addOrganization('other')
    for (const address of [ada, eve]) await harness.addMember(acme, address)
    await harness.addMember(other, ada)
    return { ...harness, acme, other }
  }

  const redeem = ({ call }: BusinessHarness, magic_links_token: string, intermediate_session_token = '') =>
    call('POST', '/b2b/magic_links/authenticate', { magic_links_token, intermediate_session_token, ...minutes })

  async function linkOf(harness: BusinessHarness, organization: OrganizationRecord, address: string): Promise<string> {
    const body = { email_address: address, organization_id: organization.id }
    await harness.call('POST', '/b2b/magic_links/email/login_or_signup', body)
    return tokenOf(await harness.lastMessage(address))
  }

  async function enterCode(harness: BusinessHarness, organization: OrganizationRecord, address: string, token = '') {
    const body = { email_address: address, organization_id: organization.id }
    await harness.call('POST', '/b2b/otps/email/login_or_signup', body)
    const [code] = (await harness.lastMessage(address)).codes
    const more = { intermediate_session_token: token, ...minutes }
    return harness.call('POST', '/b2b/otps/email/authenticate', { ...body, ...more, code })
  }

  it.inTurn('get no session by the first factor again, in any order (M-2) [B-ADM-19]', async () => {
    const harness = await open()
    const { acme } = harness
    const expectPending = (answer: Answer): string => {
      const data = dataOf(answer)
      noteVariants(1)
      expect(data).toMatchObject({
        ...{ member_authenticated: false, member_session: null, session_token: '', session_jwt: '' },
        ...{ mfa_required: { secondary_auth_initiated: null }, primary_required: null },
      })
      return data.intermediate_session_token
    }
    const link = await linkOf(harness, acme, ada)
    let token = expectPending(await redeem(harness, link))
    const again = await expectRejected([harness], () => redeem(harness, link, token))
    expect(again.outcome).toBe('unable_to_auth_magic_link')
    token = expectPending(await redeem(harness, await linkOf(harness, acme, ada), token))
    token = expectPending(await enterCode(harness, acme, ada, token))
    token = expectPending(await enterCode(harness, acme, ada, token))
    token = expectPending(await redeem(harness, await linkOf(harness, acme, ada), token))
    expectPending(await harness.exchange(token, acme))
    expectPending(await harness.exchange(await harness.discover(ada), acme))
  })

  it.inTurn('are not continued with the token of another member, organization or project (M-2)', async () => {
    const harness = await open()
    const { acme, other } = harness
    const elsewhere = await open()
    const watched = [harness, elsewhere]
    const adaToken = dataOf(await redeem(harness, await linkOf(harness, acme, ada))).intermediate_session_token
    const eveToken = dataOf(await redeem(harness, await linkOf(harness, acme, eve))).intermediate_session_token
    const attacks: [string, string, () => Promise<Answer>][] = [
      ['own token, link of the victim', spent, async () => redeem(harness, await linkOf(harness, acme, ada), eveToken)],
      ['token of the victim, own link', spent, async () => redeem(harness, await linkOf(harness, acme, eve), adaToken)],
      ['own token, code of the victim', spent, () => enterCode(harness, acme, ada, eveToken)],
      ['token of the victim, own code', spent, () => enterCode(harness, acme, eve, adaToken)],
      [
        'another organization by a link',
        'invalid_intermediate_session_token_for_organization',
        async () => redeem(harness, await linkOf(harness, other, ada), adaToken),
      ],
      [
        'another organization by a code',
        'invalid_intermediate_session_token_for_organization',
        () => enterCode(harness, other, ada, adaToken),
      ],
      [
        'another organization by an exchange',
        'invalid_intermediate_session_token_for_organization',
        () => harness.exchange(adaToken, other),
      ],
      ['another project by an exchange', spent, () => elsewhere.exchange(adaToken, elsewhere.acme)],
      [
        'another project by a link',
        spent,
        async () => redeem(elsewhere, await linkOf(elsewhere, elsewhere.acme, ada), adaToken),
      ],
      ['another project by a code', spent, () => enterCode(elsewhere, elsewhere.acme, ada, adaToken)],
      [
        'another project by the list',
        spent,
        () => elsewhere.call('POST', '/b2b/discovery/organizations', { intermediate_session_token: adaToken }),
      ],
    ]
    for (const [name, outcome, attack] of attacks)
      expect([name, (await expectRejected(watched, attack)).outcome]).toEqual([name, outcome])
    // No attack has spent a token.
    expect((await harness.exchange(adaToken, acme)).outcome).toBe('200')
    expect((await harness.exchange(eveToken, acme)).outcome).toBe('200')
  })

  it.inTurn('end after ten minutes (M-2)', async () => {
    const harness = await open()
    const { acme, other } = harness
    const member = dataOf(await redeem(harness, await linkOf(harness, acme, ada))).intermediate_session_token
    const address = await harness.discover(ada)
    const link = await linkOf(harness, acme, ada)
    harness.clock.advance(10 * 60_000)
    const attacks = [
      () => harness.exchange(member, acme),
      () => harness.exchange(address, other),
      () => redeem(harness, link, member),
      () => harness.call('POST', '/b2b/discovery/organizations', { intermediate_session_token: address }),
    ]
    for (const attack of attacks) expect((await expectRejected([harness], attack)).outcome).toBe(spent)
  })

  it.inTurn('are no sessions for any call, as session token, cookie or Bearer token (M-2) [B-ADM-25]', async () => {
    const harness = await open()
    const token = dataOf(await redeem(harness, await linkOf(harness, harness.acme, ada))).intermediate_session_token
    // The token was issued to a page; from now on the project keeps tokens in cookies.
    const { id, revision, settings } = harness.project
    const changed = { ...settings, cnameDomain: 'auth.example.com', httpOnlyCookies }
    await storage.projects.updateSettings(id, revision, changed)
    const names = sessionCookiesOf(new Request('https://auth.example.com/'), { ...harness.project, settings: changed })
    const cookies = names && setSession(names, { token, jwt: '', seconds: 60 }, false)
    const presented: CallOptions[] = [
      { session: token },
      { headers: { authorization: `Bearer ${token}` } },
      { headers: { cookie: cookies?.map((cookie) => cookie.split(';')[0]).join('; ') ?? '' } },
    ]
    const calls: [string, string, object?][] = [
      ['POST', '/b2b/sessions/authenticate', minutes],
      ['POST', '/b2b/sessions/revoke'],
      ['POST', '/b2b/sessions/revoke/member-test-1'],
      ['POST', '/b2b/sessions/exchange', { organization_id: harness.other.id, ...minutes }],
      ['POST', '/b2b/discovery/organizations', {}],
      ['POST', '/b2b/passwords/session/reset', { password: 'violet kettle ambles north', ...minutes }],
      ['POST', '/b2b/magic_links/email/invite', { email_address: 'new@acme.test', roles: ['latchkey_admin'] }],
    ]
    const outcomes = new Set<string>()
    for (const [method, path, body] of calls)
      for (const options of presented)
        outcomes.add((await expectRejected([harness], () => harness.call(method, path, body, options))).outcome)
    expect([...outcomes].sort()).toEqual([
      ...['invalid_authorization_header', 'session_not_found', 'user_unauthenticated'],
    ])
  })

  it('are exchanged once by 16 calls at once (M-2) [B-ADM-27]', async () => {
    const gate = withBarrier(storage)
    for (let round = 0; round < raceRounds; round += 1) {
      const harness = await createBusinessHarness(gate.storage, { settings: { limits }, config: { limits } })
      const acme = await harness.addOrganization('acme', { email_jit_provisioning: 'ALL_ALLOWED' })
      const token = await harness.discover(ada)
      const barrier = createBarrier(16)
      gate.set(barrier)
      const arrived = Array.from({ length: 16 }, () => harness.exchange(token, acme))
      while (barrier.met < 16) await new Promise((resolve) => setImmediate(resolve))
      gate.set(null)
      const outcomes = (await Promise.all(arrived)).map(({ outcome }) => outcome).sort()
      expect(outcomes).toEqual(['200', ...Array(15).fill(spent)])
      const realm = { projectId: acme.projectId, organizationId: acme.id }
      const members = (await storage.members.list(realm, { limit: 9 })).items
      const live = { now: harness.clock.now(), limit: 99 }
      const sessions = await storage.sessions.list(acme.projectId, members[0]?.account.id ?? '', live)
      expect([members.length, sessions.items.length]).toEqual([1, 1])
      noteVariants(15)
    }
  })
})
