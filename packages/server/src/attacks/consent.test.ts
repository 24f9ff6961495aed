import { adminEndpoints } from '@latchkey/contract/admin'
import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import {
  callback,
  createIdpHarness,
  type IdpHarness,
  policy,
  type TestClient,
} from '../oidc-provider/oidc-provider.suite.ts'
import { type Gate, raceAt, tally } from '../products/race.suite.ts'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { runsOn, takeTurns } from '../storage/testing/engine-cases.ts'
import { withNaiveConsume } from '../storage/testing/naive-consume.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import { withBarrier } from '../testing/barrier.ts'
import { type Answer, engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const minute = 60_000
const seed = Number(process.env.FUZZ_SEED ?? 1)
const drawn = isLongRun ? 40 : 8
const concurrency = 16
const otherCallback = 'https://rp.example.net/other'
const requested = ['openid', 'email']
const others = ['profile', 'phone', 'offline_access', 'notes:read', 'notes:write', 'full_access']

type Fields = Record<string, string | undefined>

/** A consent page that is open and not answered yet. */
interface Opened {
  harness: IdpHarness
  client: TestClient
  email: string
  accountId: string
  session: string
  /** How the page was opened. */
  form: Form
  /** The unchanged parameters that the page sends with the answer. */
  fields: Fields
}

/** The authorization endpoint opens the page, or the page reads the query; an older client sends less at the start. */
const forms = ['authorization endpoint', 'query', 'query, older client'] as const
type Form = (typeof forms)[number]

/** The two endpoints that accept an answer. */
const channels: Record<string, (opened: Opened, fields: Fields, session: string) => Promise<string | undefined>> = {
  form: async ({ harness }, fields, session) => (await harness.answer(fields, session)).query.code,
  call: async ({ harness }, { scope = '', consent_granted, consent_denied, ...rest }, session) => {
    const flags = { consent_granted: consent_granted === 'true', consent_denied: consent_denied === 'true' }
    const body = { ...rest, scopes: scope.split(' '), ...flags }
    const { data } = await harness.call('POST', '/idp/oauth/authorize/submit', body, { session })
    return (data as { authorization_code?: string } | undefined)?.authorization_code
  },
}

/** Changes of one parameter. */
const parameters: Record<string, fc.Arbitrary<Fields>> = {
  redirect_uri: fc.constantFrom(otherCallback, 'https://evil.example/', `${callback}/`).map((redirect_uri) => ({
    redirect_uri,
  })),
  response_type: fc.constantFrom('token', 'id_token', 'code id_token', 'CODE').map((response_type) => ({
    response_type,
  })),
  scope: fc
    .tuple(fc.subarray(requested), fc.subarray(others, { minLength: 1 }))
    .map(([some, more]) => ({ scope: [...some, ...more].join(' ') })),
  prompt: fc.constantFrom('none', 'login', 'consent', 'select_account', undefined).map((prompt) => ({ prompt })),
}

/** An older client sends these with the answer only, so the provider has nothing to compare them with. */
const details: Record<string, fc.Arbitrary<Fields>> = {
  code_challenge: fc.constantFrom(pkcePair().code_challenge, undefined).map((code_challenge) => ({ code_challenge })),
  state: fc.option(fc.stringMatching(/^[a-z]{1,20}$/), { nil: undefined }).map((state) => ({ state })),
  nonce: fc.option(fc.stringMatching(/^[a-z]{1,20}$/), { nil: undefined }).map((nonce) => ({ nonce })),
}

/** Changes between the display of the page and the answer. Returns the session that answers. */
const events: Record<string, (opened: Opened) => Promise<string>> = {
  'another user answers': async ({ harness, email }) => (await harness.signIn(`not-${email}`)).token,
  'another session of the user answers': async ({ harness, email }) => (await harness.signIn(email)).token,
  'the session ended': async ({ harness, session }) => {
    await harness.call('POST', '/sessions/revoke', {}, { session })
    return session
  },
  'the page was open for an hour': async ({ harness, session }) => {
    harness.clock.advance(60 * minute)
    return session
  },
  'the application has another name': (opened) => update(opened, { client_name: 'Your Bank' }),
  'the application has another logo': (opened) => update(opened, { client_logo_url: 'https://rp.example.net/l.png' }),
  'the application has another description': (opened) => update(opened, { client_description: 'Other' }),
  'the application has another redirect URI': (opened) => update(opened, { redirect_uris: [callback, otherCallback] }),
  'the application may ask for less': (opened) => update(opened, { scopes: ['openid'] }),
  'the application was deleted': async (opened) => {
    const { harness, client, session } = opened
    await administration(harness).call(adminEndpoints.adminOAuthClientsDelete, {
      ...{ project: harness.project, params: { client_id: client.id } },
    })
    return session
  },
  'the consent was given before': async ({ harness, session, fields }) => {
    await harness.answer(fields, session)
    return session
  },
  'the consent was denied before': async ({ harness, session, fields }) => {
    await harness.answer({ ...fields, consent_denied: 'true' }, session)
    return session
  },
}

async function update({ harness, client, session }: Opened, request: object): Promise<string> {
  await administration(harness).call(adminEndpoints.adminOAuthClientsUpdate, {
    ...{ project: harness.project, params: { client_id: client.id }, request },
  })
  return session
}

function administration({ storage, vault, clock, project }: IdpHarness) {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
  const context = { storage, vault, clock, random, baseUrl: new URL(project.issuer).origin }
  return createAdministration(context, { operator: 'cli:tests' })
}

describe.each(engines)('an answer to a consent page on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: IdpHarness
  let gate: Gate
  let users = 0
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    gate = withBarrier(storage)
    harness = await createIdpHarness(gate.storage)
  })
  afterAll(() => storage.close())

  async function openPage(form: Form, change: Fields = {}, inHarness: IdpHarness = harness): Promise<Opened> {
    const client = await inHarness.newClient({ redirect_uris: [callback] })
    users += 1
    const email = `user-${users}@example.com`
    const { token: session, accountId } = await inHarness.signIn(email, { minutes: 600 })
    return reopen({ harness: inHarness, client, email, accountId, session, form, fields: {} }, change)
  }

  async function reopen(opened: Opened, change: Fields = {}): Promise<Opened> {
    const { harness: inHarness, client, session, form } = opened
    const query: Fields = {
      ...{ client_id: client.id, redirect_uri: callback, response_type: 'code', scope: requested.join(' ') },
      ...{ state: 'state-of-the-page', nonce: 'nonce-of-the-page', code_challenge: pkcePair().code_challenge },
      ...change,
    }
    const page = form === 'authorization endpoint' ? (await inHarness.authorizePage(query)).query : query
    const { state: _, nonce: __, code_challenge: ___, ...older } = page
    const shown = await inHarness.open(form === 'query, older client' ? older : page, session)
    expect(shown.outcome).toBe('200')
    return { ...opened, fields: { ...page, consent_granted: 'true' } }
  }

  /** The granted scopes of all client applications of the user, and the number of codes. */
  async function granted({ harness: inHarness, accountId }: Opened): Promise<number> {
    return (await storage.connectedApps.list(inHarness.project.id, accountId)).length
  }

  describe.each(forms)('opened by %s', (form) => {
    const changes = form === 'query, older client' ? parameters : { ...parameters, ...details }

    it.each(Object.entries(channels).filter((_, index) => runsOn(engine, 2 * forms.indexOf(form) + index)))(
      'is rejected by the %s if any parameter is changed, and accepted unchanged (O-16)',
      async (_, submit) => {
        let [tried, refused] = [0, 0]
        const opened = await openPage(form)
        const foreign = await harness.newClient({ redirect_uris: [callback] })
        const variants = [
          { client_id: foreign.id },
          ...Object.values(changes).flatMap((change) => fc.sample(change, { numRuns: drawn, seed })),
        ].filter((change) => Object.entries(change).some(([name, value]) => opened.fields[name] !== value))
        const before = await granted(opened)
        for (const change of variants) {
          tried += 1
          const code = await submit(opened, { ...opened.fields, ...change }, opened.session)
          if (code === undefined) refused += 1
          else expect([change, code]).toEqual([change, undefined])
        }
        noteVariants(tried)
        expect(refused).toBe(tried)
        expect(tried).toBeGreaterThan(Object.keys(changes).length)
        expect(await granted(opened)).toBe(before)
        // The rejected answers have not consumed the request of the page.
        expect(await submit(opened, opened.fields, opened.session)).toEqual(expect.any(String))
      },
    )

    it.inTurn('is rejected after any change to what the page showed (O-16)', async () => {
      let [tried, refused] = [0, 0]
      for (const [name, event] of Object.entries(events)) {
        for (const submit of Object.values(channels)) {
          const opened = await openPage(form)
          const session = await event(opened)
          tried += 1
          const code = await submit(opened, opened.fields, session)
          expect([name, code]).toEqual([name, undefined])
          refused += 1
        }
      }
      noteVariants(tried)
      expect([tried, refused]).toEqual(Array(2).fill(Object.keys(events).length * Object.keys(channels).length))
    })

    it.inTurn('is rejected after a change of the policy or of the roles of the user (O-16)', async () => {
      const scope = 'openid notes:read notes:write'
      const changes = [{ description: 'Read your public notes' }, { permissions: [] }]
      // And two changes of the roles.
      noteVariants(changes.length + 2)
      const setRole = (role: string, { accountId }: Opened) =>
        storage.accounts.update(harness.project.id, accountId, { roles: [role] }, harness.clock.now())
      const wider = await openPage(form, { scope })
      await setRole('editor', wider)
      expect((await harness.answer(wider.fields, wider.session)).query.code).toBeUndefined()
      const narrower = await openPage(form, { scope: 'openid' })
      await setRole('editor', narrower)
      const shown = await reopen(narrower, { scope })
      await setRole('latchkey_user', narrower)
      expect((await harness.answer(shown.fields, shown.session)).query.code).toBeUndefined()
      for (const change of changes) {
        const own = await createIdpHarness(storage)
        const shown = await openPage(form, { scope }, own)
        const scopes = policy.scopes.map((one) => (one.scope === 'notes:read' ? { ...one, ...change } : one))
        await administration(own).call(adminEndpoints.adminSettingsUpdate, {
          ...{ project: own.project, request: { settings: { rbac_policy: { ...policy, scopes } } } },
        })
        own.clock.advance(minute)
        expect((await own.answer(shown.fields, shown.session)).query.code).toBeUndefined()
        const afterwards = await reopen(shown, { scope })
        expect((await own.answer(afterwards.fields, afterwards.session)).query.code).toBeDefined()
      }
    })

    it.inTurn('grants fewer scopes if it names fewer (O-16)', async () => {
      const opened = await openPage(form)
      const { query } = await harness.answer({ ...opened.fields, scope: 'openid' }, opened.session)
      const [app] = (await storage.connectedApps.list(harness.project.id, opened.accountId)).filter(
        ({ id }) => id === opened.client.id,
      )
      expect([typeof query.code, app?.scopes]).toEqual(['string', ['openid']])
    })

    it(`gets one code for ${concurrency} simultaneous answers (O-16)`, async () => {
      const race = async (opened: Opened, held: Gate) =>
        tally(
          await raceAt(held, concurrency, async () => {
            const { answer, query } = await opened.harness.answer(opened.fields, opened.session)
            return { ...answer, outcome: query.code === undefined ? 'refused' : '200' } as Answer
          }),
        )
      expect(await race(await openPage(form), gate)).toEqual({ '200': 1, refused: concurrency - 1 })
      // A provider that reads before it writes loses this race.
      noteVariants(concurrency - 1)
      const naive = withBarrier(withNaiveConsume(storage))
      const lost = await race(await openPage(form, {}, await createIdpHarness(naive.storage)), naive)
      expect(lost['200']).toBeGreaterThan(1)
    })

    it.inTurn('is accepted in two tabs with requests of one client application, in any order (O-16)', async () => {
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const first = await openPage(form, { state: 'a', scope: 'openid' })
        const tabs = [first, await reopen(first, { state: 'b' })]
        for (const index of order) {
          const tab = tabs[index] as Opened
          const { query } = await harness.answer(tab.fields, tab.session)
          expect([typeof query.code, query.state]).toEqual(['string', tab.fields.state])
        }
      }
    })

    it.inTurn('is accepted once after the page was reloaded (O-16)', async () => {
      const opened = await openPage(form)
      if (form !== 'query, older client')
        for (let times = 0; times < 3; times += 1) await harness.open(opened.fields, opened.session)
      expect((await harness.answer(opened.fields, opened.session)).query.code).toBeDefined()
      expect((await harness.answer(opened.fields, opened.session)).query.code).toBeUndefined()
    })
  })

  it.inTurn(
    'is rejected if the page was opened with other parameters than the client application sent (O-16)',
    async () => {
      const { client, session } = await openPage('query')
      const sent = { client_id: client.id, scope: 'openid', state: 's', nonce: 'n', ...pkcePair() }
      const { code_verifier: _, ...request } = sent
      const { query } = await harness.authorizePage(request)
      const changes = { state: 'x', nonce: 'x', code_challenge: pkcePair().code_challenge, response_type: 'token' }
      noteVariants(Object.keys(changes).length)
      for (const [name, value] of Object.entries(changes)) {
        const changed = { ...query, [name]: value }
        expect([name, (await harness.open(changed, session)).outcome]).toEqual([name, 'oauth_invalid_request'])
        expect((await harness.answer({ ...changed, consent_granted: 'true' }, session)).query.code).toBeUndefined()
      }
    },
  )

  it.inTurn('is rejected if no page was shown (O-16)', async () => {
    const { client, session, fields } = await openPage('query')
    const answers = [
      { ...fields, state: 'never-shown' },
      { ...fields, state: 'never-shown', consent_denied: 'true' },
      (await harness.authorizePage({ ...fields, client_id: client.id })).query,
    ]
    noteVariants(answers.length)
    for (const answer of answers)
      expect((await harness.answer({ consent_granted: 'true', ...answer }, session)).answer.text).toContain(
        'oauth_request_expired',
      )
  })

  it.inTurn('grants no consent if the page did not ask for it (O-16)', async () => {
    noteVariants(2)
    // With `prompt=none` the page must not ask, so an answer with a consent is not accepted.
    const silent = await openPage('authorization endpoint', { prompt: 'none' })
    expect((await harness.answer(silent.fields, silent.session)).query.error).toBe('consent_required')
    // The user revokes the consent after the page was opened without asking for one.
    const first = await openPage('query')
    await harness.answer(first.fields, first.session)
    const again = await reopen(first, { state: 'again' })
    await harness.call('POST', `/users/connected_apps/${first.client.id}/revoke`, undefined, { session: first.session })
    expect((await harness.answer(again.fields, again.session)).query).toMatchObject({ error: 'access_denied' })
    expect(await granted(again)).toBe(0)
  })

  it('is possible for the 32 newest pages of a session, also if many open at the same time (O-16)', async () => {
    const opened = await openPage('query')
    const rows = () =>
      storage.oneTime.listLive(projectRealm(harness.project.id), `oauth_consent:${sessionId}`, ['oauth_consent'], {
        ...{ now: harness.clock.now(), limit: 1_000 },
      })
    const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: opened.session })
    const sessionId = data.session.session_id
    expect(await rows()).toHaveLength(1)
    const states = Array.from({ length: 40 }, (_, index) => ({ ...opened.fields, state: `state-${index}` }))
    for (const fields of states) {
      harness.clock.advance(1)
      await harness.open(fields, opened.session)
    }
    harness.clock.advance(1)
    expect(await rows()).toHaveLength(32)
    await raceAt(gate, concurrency, (index) =>
      harness.open({ ...opened.fields, state: `race-${index}` }, opened.session),
    )
    expect(await rows()).toHaveLength(32)
    // Only the newest pages can be answered, and all rows are deleted after an hour.
    expect((await harness.answer({ ...opened.fields, state: 'race-3' }, opened.session)).query.code).toBeDefined()
    expect((await harness.answer(states[0] ?? {}, opened.session)).query.code).toBeUndefined()
    const [row] = await rows()
    harness.clock.advance(60 * minute + 1)
    await storage.oneTime.sweep(harness.clock.now(), 1_000)
    expect(await storage.oneTime.find(harness.project.id, row?.id ?? '')).toBeNull()
  })
})
