import { describe, expect, it } from 'vitest'
import { noteVariants } from '../../../server/src/testing/variants.suite.ts'
import type { Client } from '../create-client.ts'
import { settle } from '../platform/memory-clock.ts'
import type { TestSetup } from '../test-setup.suite.ts'
import { createTestSetup, fail, gate, makeAuth, makeSession, makeUser, signIn } from '../test-setup.suite.ts'

const far = { session: { expires_at: '2031-01-01T00:00:00Z' } }
const hidden = { token: '', jwt: '' }

const modes = {
  'JavaScript cookies': { options: {}, tokens: {} },
  'HttpOnly cookies': { options: { customApiDomain: 'auth.example.com' }, tokens: hidden },
} as const

/** The session and user of a response to a request of Ada's session s1. */
const owners: Record<string, [session: string, user: string]> = {
  'another user and session': ['s2', 'mallory'],
  'another session of the same user': ['s2', 'ada'],
  'another user in the same session': ['s1', 'mallory'],
}

const refreshes: Record<string, (setup: TestSetup, client: Client) => Promise<unknown>> = {
  'session.authenticate': (_setup, client) => client.session.authenticate(),
  'session.authenticate with a duration': (_setup, client) =>
    client.session.authenticate({ session_duration_minutes: 60 }),
  'the background refresh': (setup) => setup.clock.advance(180_000).then(() => Promise.reject(new Error('none'))),
}

const userCalls: Record<string, (client: Client) => Promise<unknown>> = {
  'user.get': (client) => client.user.get(),
  'user.update': (client) => client.user.update({ untrusted_metadata: {} }),
  'user.deleteEmail': (client) => client.user.deleteEmail('email-1'),
}

async function signedIn(mode: keyof typeof modes) {
  const setup = createTestSetup()
  const { options, tokens } = modes[mode]
  const page = setup.open(options)
  setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { ...far, ...tokens }) })
  await page.client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
  setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { ...far, ...tokens }) })
  // In HttpOnly mode the first refresh finds out whether there is a session.
  await setup.clock.advance(180_000)
  const states: unknown[] = []
  page.client.onStateChange(({ user }) => states.push(user?.user_id ?? null))
  return { setup, ...page, states, tokens, options }
}

const all = <Values extends object>(values: Values): (keyof Values)[] => Object.keys(values) as (keyof Values)[]

describe('the response of another session or user (S-15)', () => {
  const cases = all(modes).flatMap((mode) =>
    all(owners).flatMap((owner) => all(refreshes).map((call) => [mode, owner, call] as const)),
  )
  it.each(cases)(
    'ends the session of the request after the response of another session or user: %s, %s, %s',
    async (mode, owner, call) => {
      const { setup, client, states, tokens } = await signedIn(mode)
      const [session, user] = owners[owner] as [string, string]
      setup.script.on('/sessions/authenticate', { data: makeAuth(session, user, { ...far, ...tokens }) })
      await expect(refreshes[call]?.(setup, client)).rejects.toThrow()
      await setup.clock.advance(200_000)
      expect([states, client.user.getSync(), client.session.getTokens()]).toEqual([[null], null, null])
    },
  )

  const userCases = all(modes).flatMap((mode) => all(userCalls).map((call) => [mode, call] as const))
  it.each(userCases)('ends the session after a response with another user: %s, %s', async (mode, call) => {
    const { setup, client, states } = await signedIn(mode)
    const data = { ...makeUser('mallory'), __user: makeUser('mallory') }
    for (const path of ['/users/me', '/users/emails/email-1']) setup.script.on(path, { data })
    await expect(userCalls[call]?.(client)).rejects.toThrow('Invalid response from our servers.')
    expect([states, client.user.getSync()]).toEqual([[null], null])
  })

  it('counts all variants', () => {
    // Each of them is a test.
    noteVariants(0)
    expect([cases.length, userCases.length]).toEqual([2 * 3 * 3, 2 * 3])
  })

  it.each([{}, { user_id: '' }, { user_id: null }])(
    'does not end the session after a response without a user: %j',
    async (data) => {
      const { setup, client, states } = await signedIn('JavaScript cookies')
      setup.script.on('/users/me', { data })
      await client.user.get().catch(() => undefined)
      expect([states, client.user.getSync()?.user_id]).toEqual([[], 'user-test-ada'])
    },
  )

  it('does not end a session that started meanwhile, and does not return the response of another', async () => {
    const setup = createTestSetup()
    const [a, b] = [setup.open().client, setup.open().client]
    await signIn(setup, a)
    await settle()
    const answer = gate<{ data: unknown }>()
    setup.script.on('/users/me', () => answer.promise)
    const reading = a.user.get()
    await settle()
    await signIn(setup, b, 's2', 'bob')
    answer.open({ data: makeUser('bob') })
    await expect(reading).rejects.toThrow('Invalid response from our servers.')
    expect(a.user.getSync()?.user_id).toBe('user-test-bob')
  })

  it('requests a refresh again if another session started meanwhile', async () => {
    const { setup, client, options } = await signedIn('HttpOnly cookies')
    const answer = gate<{ data: unknown }>()
    const bob = { data: makeAuth('s2', 'bob', { ...far, ...hidden }) }
    setup.script.on('/sessions/authenticate', () => answer.promise, bob)
    const refreshing = client.session.authenticate()
    await settle()
    setup.script.on('/otps/authenticate', bob)
    await setup.open(options).client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    answer.open(bob)
    expect((await refreshing).session.session_id).toBe('session-test-s2')
    expect(client.user.getSync()?.user_id).toBe('user-test-bob')
  })

  it('starts a session after a sign-in as another user', async () => {
    const { setup, client, states, tokens } = await signedIn('JavaScript cookies')
    setup.script.on('/otps/authenticate', { data: makeAuth('s2', 'bob', { ...far, ...tokens }) })
    await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    expect(states).toEqual([null, 'user-test-bob'])
  })
})

describe('a restored page (S-15)', () => {
  it('does not show a user after a page restore whose session is not in the cookie', async () => {
    const setup = createTestSetup()
    const first = setup.open()
    await signIn(setup, first.client)
    first.tab.crash()
    // Another user signs in while the first one's record cannot be replaced.
    const { storage } = setup.profile
    const stored = new Map(storage)
    await signIn(setup, setup.open().client, 's2', 'bob')
    for (const [key, value] of stored) storage.set(key, value)
    setup.script.on('/sessions/authenticate', { data: makeAuth('s2', 'bob', far) })
    const { client } = setup.open()
    expect([client.user.getInfo(), client.session.getInfo()]).toEqual([
      { user: null, fromCache: true },
      { session: null, fromCache: true },
    ])
    await setup.clock.advance(0)
    expect([client.user.getSync()?.user_id, client.session.getSync()]).toEqual([
      'user-test-bob',
      makeSession('s2', 'bob', far.session),
    ])
  })

  it('shows a change of user in HttpOnly mode as a sign-out, then a sign-in', async () => {
    const { setup, options, tab } = await signedIn('HttpOnly cookies')
    tab.crash()
    // Bob signed in on another page of the site.
    setup.script.on('/sessions/authenticate', { data: makeAuth('s2', 'bob', { ...far, ...hidden }) })
    const { client } = setup.open(options)
    const states: unknown[] = []
    client.onStateChange(({ user }) => states.push(user?.user_id ?? null))
    await setup.clock.advance(10_000)
    expect(states).toEqual([null, 'user-test-bob'])
  })

  it('does not show a signed-out user after a page restore', async () => {
    const { setup, options, tab } = await signedIn('HttpOnly cookies')
    tab.crash()
    setup.script.on('/sessions/authenticate', fail('user_unauthenticated', 401))
    const { client } = setup.open(options)
    await setup.clock.advance(0)
    expect([client.user.getSync(), client.session.getSync()]).toEqual([null, null])
    expect(JSON.stringify([...setup.profile.storage])).not.toContain('ada@example.com')
  })
})
