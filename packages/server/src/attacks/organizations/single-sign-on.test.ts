import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { s256, sha256Hex } from '../../core/hash.ts'
import { registrationKinds } from '../../methods/methods.ts'
import type { StartedSso } from '../../products/sso/flow.ts'
import {
  browse,
  comeBack,
  createSignInHarness,
  detailsOf,
  land,
  landedAt,
  newBrowser,
  protocols,
  type ReturnTrip,
  redeem,
  respond,
  type SignInHarness,
  signIn,
  start,
  verifyDomain,
} from '../../products/sso/sign-in.suite.ts'
import { idpMetadata } from '../../products/sso/sso.suite.ts'
import { vectorCodes } from '../../saml/vectors/codes.suite.ts'
import { member, connection as parties, victim } from '../../saml/vectors/documents.suite.ts'
import { createIdentity } from '../../saml/vectors/identity.suite.ts'
import { createVectors } from '../../saml/vectors/list.suite.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { sampleRegistration } from '../../storage/testing/sample.ts'
import { dataOf } from '../../testing/business-harness.ts'
import { engines, landing, openTestStorage, random } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { newFlowRow } from '../../tokens/flow-row.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'

const base = 'https://auth.example.com'
const concurrency = 16

describe.each(engines)('single sign-on on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const membersOf = async (organization: OrganizationRecord) =>
    (await storage.members.list(organizationRealm(organization), { limit: 50 })).items

  /** The code of a failed sign-in, or the address of the member. */
  async function resultOf(harness: SignInHarness, token: string): Promise<string> {
    const answer = await redeem(harness, token)
    return answer.outcome === '200' ? dataOf(answer).member.email_address : (detailsOf(answer).code ?? answer.outcome)
  }

  /** A sign-in with a request of this id, which a browser has begun. */
  async function begin(harness: SignInHarness, connectionId: string, requestId: string) {
    const { project, acme } = harness
    const [state, browserToken, secret] = [newLinkToken(random), newLinkToken(random), newLinkToken(random)]
    const content: StartedSso = {
      ...{ organizationId: acme.id, connectionId, sourceId: connectionId, requestId, codeChallenge: null, test: null },
      ...{ loginRedirectUrl: landing, signupRedirectUrl: landing, codeVerifier: secret, nonce: secret },
    }
    await storage.oneTime.insert(
      newFlowRow(
        { vault: harness.vault, clock: harness.clock, random },
        {
          ...{ kind: 'sso', environment: project.environment, realm: organizationRealm(acme), purpose: 'sso_state' },
          ...{ accountId: null, identifier: `sso:${connectionId}`, content, lifetimeMs: 600_000 },
          ...{ tokenHash: sha256Hex(state), codeChallenge: s256(browserToken) },
        },
      ),
    )
    const browser = newBrowser()
    browser.cookies.set('__Host-latchkey_oauth_post', browserToken)
    return { state, browser }
  }

  it.inTurn('accepts none of the forged documents at the ACS (B-6) [B-SAML-01]', async () => {
    const harness = await createSignInHarness(storage)
    await verifyDomain(harness, harness.acme, 'acme.example')
    await harness.addMember(harness.acme, victim)
    const now = harness.clock.now()
    const [idp, otherIdp] = [createIdentity('idp', now), createIdentity('other', now)]
    const metadata_xml = idpMetadata([idp], parties.idpEntityId)
    const { connection_id, acs_url, audience_uri } = await harness.connect('saml', { fields: { metadata_xml } })
    const made = { ...parties, acsUrl: acs_url, spEntityId: audience_uri }
    const vectors = createVectors({ now, idp, otherIdp, parties: made })
    const wrong: string[] = []
    for (const { name, xml, decision } of vectors) {
      const { state, browser } = await begin(harness, connection_id, made.requestId)
      const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
      const { token } = landedAt(await browse(harness, browser, acs_url, form), browser)
      const got = await resultOf(harness, token)
      noteVariants(1)
      // The code shows that the rule which the document breaks has rejected it, and not another one by chance.
      if (got !== (decision === 'accept' ? member : vectorCodes[name])) wrong.push(`${name}: ${got}`)
    }
    expect([wrong, vectors.length]).toEqual([[], 73])
    const signedIn = (await membersOf(harness.acme)).flatMap(({ account }) =>
      account.registrations.filter(({ kind }) => kind === 'sso'),
    )
    expect(signedIn).toHaveLength(1)
  })

  it.inTurn('adds no more identities to a member than its limit, also at once (R-16)', async () => {
    const harness = await createSignInHarness(storage)
    await verifyDomain(harness, harness.acme, 'acme.test')
    const { account } = await harness.addMember(harness.acme, 'ada@acme.test')
    const limit = registrationKinds.sso.limit ?? 0
    for (let count = 0; count < limit - 1; count += 1)
      await storage.accounts.addRegistration(
        sampleRegistration(account, { kind: 'sso', uniqueKey: `saml|idp|${count}`, verified: true }),
      )
    const landed = []
    for (const idp of ['okta', 'entra', 'generic'] as const)
      for (const protocol of protocols) {
        const { connection_id } = await harness.connect(protocol, { idp })
        landed.push(await land(harness, connection_id, { person: 'ada' }))
      }
    const answers = await Promise.all(landed.map(({ token }) => redeem(harness, token)))
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
      '200',
      ...Array(5).fill('registration_limit_reached'),
    ])
    const [ada] = (await membersOf(harness.acme)).filter(({ id }) => id === account.id)
    expect(ada?.account.registrations.filter(({ kind }) => kind === 'sso')).toHaveLength(limit)
    noteVariants(5)
  })

  it.each(protocols)(
    `accepts a %s response once, of ${concurrency} at once and later (B-7) [B-SAML-10]`,
    async (protocol) => {
      const harness = await createSignInHarness(storage)
      const { connection_id } = await harness.connect(protocol)
      const { location, browser } = await start(harness, connection_id)
      const response = await respond(harness, location)
      const answers = await Promise.all(
        Array.from({ length: concurrency }, () => comeBack(harness, response, { cookies: new Map(browser.cookies) })),
      )
      const results = await Promise.all(answers.map((answer) => resultOf(harness, landedAt(answer, browser).token)))
      expect(results.toSorted()).toEqual(['ada@acme.test', ...Array(concurrency - 1).fill('replayed')])
      harness.clock.advance(30_000)
      expect(await resultOf(harness, landedAt(await comeBack(harness, response, browser), browser).token)).toBe(
        'replayed',
      )
      noteVariants(concurrency)
      expect(await membersOf(harness.acme)).toHaveLength(2)
    },
  )

  it.inTurn('accepts an assertion once, even if its request is asked again (B-7) [B-SAML-10]', async () => {
    const harness = await createSignInHarness(storage)
    const { connection_id } = await harness.connect('saml')
    const { location, browser } = await start(harness, connection_id)
    const { url, form } = await respond(harness, location)
    const xml = Buffer.from(form?.SAMLResponse ?? '', 'base64').toString('utf8')
    const requestId = /InResponseTo="([^"]+)"/.exec(xml)?.[1] ?? ''
    const attempts = await Promise.all(
      Array.from({ length: concurrency }, () => begin(harness, connection_id, requestId)),
    )
    const first = await comeBack(harness, { url, form }, browser)
    const others = await Promise.all(
      attempts.map((one) => comeBack(harness, { url, form: { ...form, RelayState: one.state } }, one.browser)),
    )
    const results = await Promise.all(
      [first, ...others].map((answer) => resultOf(harness, landedAt(answer, browser).token)),
    )
    expect(results.filter((one) => one === 'ada@acme.test')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['ada@acme.test', 'replayed']))
    // The id is stored until the response has expired.
    const late: string[] = []
    while (late.at(-1) !== 'expired') {
      harness.clock.advance(30_000)
      await harness.provider.tidy()
      const { state, browser: other } = await begin(harness, connection_id, requestId)
      const answer = await comeBack(harness, { url, form: { ...form, RelayState: state } }, other)
      late.push(await resultOf(harness, landedAt(answer, other).token))
    }
    expect(late.length).toBeGreaterThan(2)
    expect(new Set(late)).toEqual(new Set(['replayed', 'expired']))
    noteVariants(concurrency)
  })

  it.each(protocols)('rejects a %s response for another connection (B-8) [B-SSO-17]', async (protocol) => {
    const harness = await createSignInHarness(storage)
    const globex = await harness.addOrganization('globex')
    const foreign = await createSignInHarness(storage)
    const a = await harness.connect(protocol)
    const victims = [
      await harness.connect(protocol),
      await harness.connect(protocol, { organization: globex }),
      await foreign.connect(protocol),
    ]
    for (const b of victims) {
      const [started, own] = [await start(harness, a.connection_id), await start(harness, a.connection_id)]
      const other = b.organization_id === foreign.acme.id ? foreign : harness
      const target = `${base}/v1/sso/callback/${b.connection_id}`
      const at = async (response: ReturnType<typeof respond>, state: string | null) => {
        const { url, form } = await response
        const moved = new URL(target)
        moved.search = new URL(url).search
        if (state !== null && form === null) moved.searchParams.set('state', state)
        const changed: ReturnTrip = {
          url: moved.href,
          form: form && { ...form, ...(state === null ? {} : { RelayState: state }) },
        }
        const { token } = landedAt(await comeBack(other, changed, started.browser), started.browser)
        return resultOf(other, token)
      }
      // With the state of A, and in a sign-in that this browser has begun at B.
      expect(await at(respond(harness, started.location), null)).toBe('in_response_to')
      const atB = await start(other, b.connection_id, { browser: started.browser })
      const stateOfB = new URL(atB.location).searchParams
      const rejected = await at(respond(harness, own.location), stateOfB.get('RelayState') ?? stateOfB.get('state'))
      expect(['destination', 'token_exchange', 'in_response_to', 'audience', 'recipient']).toContain(rejected)
      noteVariants(2)
    }
    expect(await membersOf(globex)).toHaveLength(1)
    expect(await membersOf(foreign.acme)).toHaveLength(1)
  })

  it.each(protocols)(
    'rejects a %s response in another browser, without a cookie and too late (B-8)',
    async (protocol) => {
      const harness = await createSignInHarness(storage)
      const { connection_id } = await harness.connect(protocol)
      const result = async (browser = newBrowser(), ms = 0) => {
        const { location, browser: own } = await start(harness, connection_id)
        const response = await respond(harness, location)
        harness.clock.advance(ms)
        const used = ms === 0 ? browser : own
        return resultOf(harness, landedAt(await comeBack(harness, response, used), used).token)
      }
      const { browser: other } = await start(harness, connection_id)
      expect([await result(), await result(other), await result(other, 601_000)]).toEqual(
        Array(3).fill('in_response_to'),
      )
    },
  )

  it.each(protocols)('opens nothing outside of the realm by a %s statement (B-9) [B-ADM-14]', async (protocol) => {
    const harness = await createSignInHarness(storage)
    const victimAddress = 'ceo@globex.example'
    const globex = await harness.addOrganization('globex', {
      ...{ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['globex.example'] },
    })
    await harness.addMember(globex, victimAddress)
    const invited = await harness.addOrganization('inviting')
    await harness.addMember(invited, victimAddress, { status: 'invited' })
    const { connection_id } = await harness.connect(protocol)
    const others = async () => [await membersOf(globex), await membersOf(invited)]
    const before = await others()
    const data = dataOf(await signIn(harness, connection_id, { person: { email: victimAddress } }))
    expect([data.organization.organization_id, data.member.email_address_verified]).toEqual([harness.acme.id, false])
    const { session_token: session } = data
    const outcome = async (path: string, body: object) =>
      (await harness.call('POST', `/b2b/${path}`, body, { session })).outcome
    expect(await outcome('discovery/organizations', {})).toBe('user_unauthenticated')
    for (const { id } of [globex, invited])
      expect(await outcome('sessions/exchange', { organization_id: id, session_duration_minutes: 30 })).toBe(
        'organization_not_found',
      )
    const { projectId, id, revision } = harness.acme
    await storage.organizations.update(
      projectId,
      id,
      revision,
      { settings: { mfa_policy: 'REQUIRED_FOR_ALL' } },
      harness.clock.now(),
    )
    const pending = dataOf(await signIn(harness, connection_id, { person: { email: victimAddress } }))
    const token = pending.intermediate_session_token
    const list = await harness.call('POST', '/b2b/discovery/organizations', { intermediate_session_token: token })
    expect(list.outcome).toBe('intermediate_session_not_found')
    for (const organization of [globex, invited])
      expect((await harness.exchange(token, organization)).outcome).toBe(
        'invalid_intermediate_session_token_for_organization',
      )
    const create = { intermediate_session_token: token, organization_name: 'Mine', session_duration_minutes: 30 }
    expect((await harness.call('POST', '/b2b/discovery/organizations/create', create)).status).toBeGreaterThan(399)
    // What is mailed goes to the mailbox, and the invitation stays open.
    expect(await others()).toEqual(before)
    noteVariants(7)
  })
})
