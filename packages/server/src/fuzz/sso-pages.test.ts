import type { B2bSsoStartTestResponse } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Browser,
  browse,
  createSignInHarness,
  detailsOf,
  landedAt,
  newBrowser,
  protocols,
  redeem,
  respond,
  type SignInHarness,
  verifyDomain,
} from '../products/sso/sign-in.suite.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { OrganizationRecord } from '../storage/records.ts'
import { type BusinessData, dataOf } from '../testing/business-harness.ts'
import { type Answer, engines, landing } from '../testing/harness.ts'
import { canary } from './fuzz-harness.suite.ts'
import { expectNoSecret, expectNothingChanged, expectSound } from './invariants.suite.ts'
import { type FuzzStorage, openFuzzStorage } from './journal.suite.ts'
import { nastyTexts } from './requests.suite.ts'

/** Visits of each page; 500 in the full run. */
const runs = Number(process.env.FUZZ_RUNS ?? 8)
const base = 'https://auth.example.com'
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = Object.fromEntries(
  ['requests_per_ip', 'challenges_per_ip', 'sign_ins_per_ip', 'wrong_secrets_per_ip', 'accounts_per_ip'].map((name) => [
    name,
    generous,
  ]),
)

/** The flows that end at a callback. A test starts no session. */
const flows = ['saml', 'oidc', 'external', 'saml test', 'oidc test'] as const
type Flow = (typeof flows)[number]
const protocolOf = (flow: Flow) => (flow.startsWith('saml') ? 'saml' : 'oidc')
const isTest = (flow: Flow) => flow.endsWith('test')

const visible = nastyTexts.filter((text) => !/\p{Surrogate}/u.test(text))
/** Replaced by a value of the fixture, or of the sign-in that is under way. */
const references = [
  ...['state', 'otherState', 'foreignState', 'response', 'otherResponse', 'code', 'otherCode', 'token'],
  ...['saml', 'oidc', 'external', 'pending', 'foreign', 'publicToken', 'landing'],
] as const
type Reference = (typeof references)[number]
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...references).map((reference) => `ref:${reference}`) },
  { weight: 2, arbitrary: fc.constantFrom(...visible) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 30 }) },
)
const names = [
  ...['state', 'RelayState', 'SAMLResponse', 'SAMLRequest', 'code', 'iss', 'error', 'error_description', 'token'],
  ...['connection_id', 'public_token', 'login_redirect_url', 'signup_redirect_url', 'pkce_code_challenge'],
  ...['provider_login_hint', 'provider_prompt', 'provider_x', '__proto__'],
]
/** One change of a request that would succeed. */
const change = fc.oneof(
  fc.record({ kind: fc.constantFrom('drop', 'repeat', 'cut', 'base64'), at: fc.nat(9), name: fc.constant(''), value }),
  fc.record({ kind: fc.constant('put'), at: fc.nat(9), name: fc.constant(''), value }),
  fc.record({ kind: fc.constant('add'), at: fc.nat(9), name: fc.constantFrom(...names), value }),
  fc.record({
    kind: fc.constantFrom('browser', 'no browser', 'cookie', 'path', 'method', 'json', 'late'),
    ...{ at: fc.nat(9), name: fc.constant(''), value },
  }),
)
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never
const changes = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Change[]>([]) },
  { weight: 7, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
)

interface Visit {
  method: 'GET' | 'POST'
  path: string
  fields: [string, string][]
  browser: Browser
  asJson: boolean
  ms: number
}

interface Values {
  references: Readonly<Record<Reference, string>>
  /** A browser with a sign-in of its own. */
  other: Browser
}

/** Applies a change, with the values of the references. */
function changed(visit: Visit, { kind, at, name, value: drawn }: Change, { references: values, other }: Values): Visit {
  const { fields, path } = visit
  const index = fields.length === 0 ? -1 : at % fields.length
  const given = drawn.startsWith('ref:') ? values[drawn.slice(4) as Reference] : drawn
  const withField = (change: (text: string) => string): Visit => ({
    ...visit,
    fields: fields.map(([key, text], position) => [key, position === index ? change(text) : text]),
  })
  switch (kind) {
    case 'drop':
      return { ...visit, fields: fields.filter((_, position) => position !== index) }
    case 'repeat':
      return { ...visit, fields: [...fields, ...fields.slice(index, index + 1)] }
    case 'put':
      return withField(() => given)
    case 'cut':
      return withField((text) => text.slice(0, Math.floor((text.length * at) / 10)))
    case 'base64':
      return withField(() => Buffer.from(given).toString('base64'))
    case 'add':
      return { ...visit, fields: [...fields, [name, given]] }
    case 'browser':
      return { ...visit, browser: other }
    case 'no browser':
      return { ...visit, browser: newBrowser() }
    case 'cookie':
      return {
        ...visit,
        browser: {
          cookies: new Map(
            [...visit.browser.cookies.keys()].map((key) => [key, given.replace(/[^\x21-\x7e]|[;,]/g, '')]),
          ),
        },
      }
    case 'path':
      return { ...visit, path: path.replace(/[^/]*$/, encodeURIComponent(given.replace(/^\.+$/, 'x'))) }
    case 'method':
      return { ...visit, method: visit.method === 'GET' ? 'POST' : 'GET' }
    case 'json':
      return { ...visit, asJson: true }
    default:
      return { ...visit, ms: 601_000 }
  }
}

describe.each(engines)('generated visits of the pages of single sign-on on %s', (engine) => {
  const numRuns = Math.ceil(runs * (engine === 'sqlite' ? 1 : 1 / 2))
  let storage: FuzzStorage
  let harness: SignInHarness
  let globex: OrganizationRecord
  let session: string
  let ids: Record<'saml' | 'oidc' | 'external' | 'pending' | 'foreign', string>
  const secrets = new Set<string>()
  let count = 0

  beforeAll(async () => {
    storage = await openFuzzStorage(engine)
    harness = await createSignInHarness(storage.storage, { settings: { limits }, config: { limits } })
    const { acme, clock, project } = harness
    globex = await harness.addOrganization('globex')
    const victim = await harness.addMember(globex, 'victim@globex.test')
    const hidden = { name: { first_name: canary, middle_name: '', last_name: '' } }
    await storage.storage.accounts.update(project.id, victim.id, hidden, clock.now())
    session = await harness.addAdmin(acme)
    const [saml, foreign] = [await harness.connect('saml'), await harness.connect('saml', { organization: globex })]
    const oidc = await harness.connect('oidc')
    const shared = await harness.connect('oidc', {
      ...{ organization: globex, fields: { shared_with_organizations: [acme.id] } },
    })
    const create = async (path: string, body: object) => {
      const answer = await harness.call('POST', `/b2b/sso/${path}`, body, { session })
      if (answer.outcome !== '200') throw new Error(answer.text)
      return Object(answer.data).connection.connection_id as string
    }
    ids = {
      ...{ saml: saml.connection_id, oidc: oidc.connection_id, foreign: foreign.connection_id },
      external: await create('external', {
        ...{ display_name: 'External', identity_provider: 'generic' },
        ...{ external_organization_id: globex.id, external_connection_id: shared.connection_id },
      }),
      pending: await create('saml', { display_name: 'Pending' }),
    }
    await verifyDomain(harness, acme, 'acme.test')
  })
  afterAll(() => storage.close())

  const membersOf = async (organization: OrganizationRecord) =>
    (await storage.storage.members.list(organizationRealm(organization), { limit: 50 })).items

  async function startUrl(flow: Flow): Promise<string> {
    const id = ids[flow === 'external' ? flow : protocolOf(flow)]
    if (!isTest(flow))
      return `${base}/v1/public/sso/start?${new URLSearchParams({ public_token: harness.project.publicToken, connection_id: id })}`
    const answer = await harness.call('POST', `/b2b/sso/${id}/tests`, undefined, { session })
    if (answer.outcome !== '200') throw new Error(answer.text)
    return (answer.data as unknown as B2bSsoStartTestResponse).test_url
  }

  /** The response of the identity provider to a sign-in or a test that a browser has begun. */
  async function begin(flow: Flow, email: string, browser: Browser): Promise<Visit> {
    const started = await browse(harness, browser, await startUrl(flow))
    const { url, form } = await respond(harness, started.headers.get('location') ?? '', { person: { email } })
    for (const cookie of browser.cookies.values()) secrets.add(cookie)
    const { pathname, searchParams } = new URL(url)
    const fields = Object.entries(form ?? Object.fromEntries(searchParams))
    for (const [name, text] of fields) if (['state', 'RelayState', 'code'].includes(name)) secrets.add(text)
    return { method: form === null ? 'GET' : 'POST', path: pathname, fields, browser, asJson: false, ms: 0 }
  }

  async function send({ method, path, fields, browser, asJson }: Visit): Promise<Answer> {
    const texts = fields.map(([name, text]): [string, string] => [name, text.replace(/\p{Surrogate}/gu, '')])
    if (method === 'GET') return browse(harness, browser, `${base}${path}?${new URLSearchParams(texts)}`)
    const cookie = [...browser.cookies].map(([name, text]) => `${name}=${text}`).join('; ')
    return harness.fetch(
      new Request(`${base}${path}`, {
        ...{ method, body: asJson ? JSON.stringify(Object.fromEntries(texts)) : new URLSearchParams(texts).toString() },
        headers: {
          ...{ cookie, accept: 'text/html,*/*' },
          'content-type': asJson ? 'application/json' : 'application/x-www-form-urlencoded',
        },
      }),
    )
  }

  /** What must hold for every visit, whatever it contains. Returns the result of the landing page's token, if any. */
  async function visit(one: Visit, names: { mayStart: boolean }): Promise<BusinessData | null> {
    const before = [await membersOf(harness.acme), await membersOf(globex)]
    harness.clock.advance(one.ms)
    storage.look()
    const answer = await send(one)
    // I-1, I-2. The identity providers are at the provider's own address.
    expectSound(answer)
    const written = storage.look()
    // The attempts of a connection are a log, like the audit.
    if (answer.status >= 400) expectNothingChanged(written.filter(({ table }) => table !== 'sso_attempts'))
    // I-4, I-15: only the redemption of a token starts a session or stores an identity.
    expect(written.filter(({ table }) => ['sessions', 'users', 'registrations', 'members'].includes(table))).toEqual([])
    expect([await membersOf(harness.acme), await membersOf(globex)]).toEqual(before)
    const location = answer.headers.get('location')
    const isLanding = location?.startsWith(landing) ?? false
    if (location !== null && !isLanding) {
      expect(location).toMatch(/^https:\/\/auth\.example\.com\/dev\/enterprise\//)
      expect(names.mayStart).toBe(true)
    }
    if (!isLanding) return null
    const { token, url } = landedAt(answer, one.browser)
    expect([...url.searchParams.keys()].sort()).toEqual(['latchkey_token_type', 'token'])
    secrets.add(token)
    const redeemed = await redeem(harness, token)
    expectSound(redeemed)
    if (redeemed.outcome === '200') return dataOf(redeemed)
    expect(['sso_authentication_failed', 'operation_restricted_by_organization_auth_methods']).toContain(
      redeemed.outcome,
    )
    expect(detailsOf(redeemed).code ?? detailsOf(redeemed).rule).toMatch(/^[a-z_]+$/)
    return null
  }

  it.each(flows)('the callback of a %s keeps the invariants [B-SSO-15]', { timeout: 1_800_000 }, async (flow) => {
    const protocol = protocolOf(flow)
    let signedIn = 0
    const property = fc.asyncProperty(changes, async (list) => {
      count += 1
      const email = `person-${count}@acme.test`
      const [browser, other] = [newBrowser(), newBrowser()]
      const [real, own, foreign] = [
        await begin(flow, email, browser),
        await begin(protocol, `other-${count}@acme.test`, other),
        await begin(protocol === 'saml' ? 'oidc' : 'saml', `foreign-${count}@acme.test`, newBrowser()),
      ]
      const field = ({ fields }: Visit, ...wanted: string[]) =>
        fields.find(([name]) => wanted.includes(name))?.[1] ?? ''
      const values: Record<Reference, string> = {
        ...ids,
        ...{ state: field(real, 'state', 'RelayState'), otherState: field(own, 'state', 'RelayState') },
        ...{ foreignState: field(foreign, 'state', 'RelayState'), response: field(real, 'SAMLResponse') },
        ...{ otherResponse: field(own, 'SAMLResponse'), code: field(real, 'code'), otherCode: field(own, 'code') },
        ...{ token: 'x'.repeat(43), publicToken: harness.project.publicToken, landing },
      }
      const sent = list.reduce((one, drawn) => changed(one, drawn, { references: values, other }), real)
      // A response without a request starts a sign-in, as the tile of an identity provider does.
      const first = await visit(sent, { mayStart: protocol === 'saml' })
      if (first !== null) {
        signedIn += 1
        // Only the person of a response that answers a request of the browser that sends it.
        const isOther = sent.browser === other && field(sent, 'state', 'RelayState') === values.otherState
        expect([isTest(flow), first.member.email_address, first.member.email_address_verified]).toEqual([
          ...[false, isOther ? `other-${count}@acme.test` : email, false],
        ])
        expect(first.organization.organization_id).toBe(harness.acme.id)
        expect(sent.ms).toBe(0)
      }
      if (list.length === 0) expect([flow, first !== null]).toEqual([flow, !isTest(flow)])
      // B-7: the same request again never signs in.
      expect(await visit({ ...sent, ms: 0 }, { mayStart: protocol === 'saml' })).toBeNull()
    })
    await fc.assert(property, { numRuns, examples: [[[]]] })
    expect(signedIn > 0).toBe(!isTest(flow))
  })

  it.each(['start', 'test', 'metadata'] as const)(
    'the %s page keeps the invariants',
    { timeout: 1_800_000 },
    async (page) => {
      let left = 0
      const property = fc.asyncProperty(fc.constantFrom(...protocols), changes, async (protocol, list) => {
        const url = new URL(await startUrl(page === 'test' ? `${protocol} test` : protocol))
        const fields = page === 'metadata' ? [] : [...url.searchParams]
        const path = page === 'metadata' ? `/v1/sso/metadata/${ids.saml}` : url.pathname
        const real: Visit = { method: 'GET', path, fields, browser: newBrowser(), asJson: false, ms: 0 }
        const token = url.searchParams.get('token') ?? ''
        if (token !== '') secrets.add(token)
        const values: Record<Reference, string> = {
          ...{ ...ids, token, publicToken: harness.project.publicToken, landing },
          ...{
            state: token,
            otherState: '',
            foreignState: '',
            response: '',
            otherResponse: '',
            code: '',
            otherCode: '',
          },
        }
        const all = { references: values, other: newBrowser() }
        const sent = list.reduce((one, drawn) => changed(one, drawn, all), real)
        expect(await visit(sent, { mayStart: page !== 'metadata' })).toBeNull()
        // The cookie of a started sign-in.
        if (sent.browser.cookies.size > 0) left += 1
        if (page !== 'test') return
        // The token of a test works once.
        const again = await send(sent)
        expect(again.headers.get('location')).toBeNull()
      })
      await fc.assert(property, {
        numRuns,
        examples: [
          [protocols[0], []],
          [protocols[1], []],
        ],
      })
      expect(left > 0).toBe(page !== 'metadata')
    },
  )

  it('store and log no secret in clear text, and cause no unexpected error [I-5]', async () => {
    expect(secrets.size).toBeGreaterThan(runs)
    expectNoSecret('database', await storage.atRest(), secrets)
    expectNoSecret('log', harness.logs.join(''), secrets)
    expect(harness.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
  })
})
