import { describe, expect, it } from 'vitest'
import { noteVariants } from '../../../server/src/testing/variants.suite.ts'
import { clientInternals } from '../context/client-internals.ts'
import type { Client } from '../create-client.ts'
import { settle } from '../platform/memory-clock.ts'
import type { Reply, Sent, TestSetup } from '../test-setup.suite.ts'
import { createTestSetup, fail, makeAuth, makeUser, publicToken, signIn } from '../test-setup.suite.ts'

const binding = '__Host-latchkey_session_binding'
const recordKey = `latchkey:${publicToken}:session`
const far = { session: { expires_at: '2031-01-01T00:00:00Z' } }

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwtOf = (user: string): string => `${encode({ alg: 'ES256' })}.${encode({ sub: `user-test-${user}` })}.signature`

/** Mallory, the attacker, has an account and controls a sibling host of the page. */
const accounts: Record<string, ReturnType<typeof makeAuth>> = {
  'token-s1': makeAuth('s1', 'ada', { ...far, token: 'token-s1', jwt: jwtOf('ada') }),
  'token-mallory': makeAuth('mallory', 'mallory', { ...far, token: 'token-mallory', jwt: jwtOf('mallory') }),
}

const tokenIn = ({ headers }: Sent): string =>
  Buffer.from(headers.Authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(':')[1] ?? ''

function createBrowser(): TestSetup {
  const setup = createTestSetup()
  const answer =
    (of: (auth: ReturnType<typeof makeAuth>) => unknown) =>
    (sent: Sent): Reply => {
      const found = accounts[tokenIn(sent)]
      return found ? { data: of(found) } : fail('session_not_found', 404)
    }
  setup.script.on(
    '/sessions/authenticate',
    answer((auth) => auth),
  )
  setup.script.on(
    '/users/me',
    answer(({ user }) => user),
  )
  setup.script.on('/otps/authenticate', { data: accounts['token-s1'] })
  return setup
}

/** Sets a cookie as a sibling host can: for the whole domain, and without the prefix `__Host-`. */
const setFromSibling = (setup: TestSetup, pair: string, path = '/'): void =>
  setup.profile.cookies.write(`${pair}; Path=${path}; Domain=example.com; Secure`, true)

/** Removes cookies, as a browser does when a sibling host sets too many. */
function evict(setup: TestSetup, ...names: string[]): void {
  for (const { name, path, domain } of setup.profile.cookies.all()) {
    if (names.length > 0 && !names.includes(name)) continue
    const scope = domain === undefined ? '' : `; Domain=${domain}`
    setup.profile.cookies.write(`${name}=; Path=${path}${scope}; Secure; Expires=Thu, 01 Jan 1970 00:00:00 GMT`, true)
  }
}

const session = 'latchkey_session=token-mallory'
const jwt = `latchkey_session_jwt=${jwtOf('mallory')}`

const attacks: Record<string, (setup: TestSetup) => void> = {
  'a second cookie': (setup) => setFromSibling(setup, session),
  'a second cookie of a longer path, which comes first': (setup) => setFromSibling(setup, session, '/app'),
  'three cookies of different paths': (setup) => {
    for (const path of ['/', '/app', '/app/deep']) setFromSibling(setup, session, path)
  },
  'a second cookie and JWT': (setup) => {
    setFromSibling(setup, session)
    setFromSibling(setup, jwt)
  },
  'a second JWT': (setup) => setFromSibling(setup, jwt),
  'a second JWT of a longer path': (setup) => setFromSibling(setup, jwt, '/app'),
  'another JWT instead of the evicted one': (setup) => {
    evict(setup, 'latchkey_session_jwt')
    setFromSibling(setup, jwt)
  },
  'another token instead of the evicted one': (setup) => {
    evict(setup, 'latchkey_session')
    setFromSibling(setup, session)
  },
  'another session instead of all evicted cookies': (setup) => {
    evict(setup)
    setFromSibling(setup, session)
    setFromSibling(setup, jwt)
  },
  'an evicted binding and a second cookie': (setup) => {
    evict(setup, binding)
    setFromSibling(setup, session, '/app')
  },
  'evicted cookies': (setup) => evict(setup),
  'an evicted token': (setup) => evict(setup, 'latchkey_session'),
  'an evicted binding': (setup) => evict(setup, binding),
  'a binding of the sibling': (setup) => {
    evict(setup)
    setFromSibling(setup, session)
    setFromSibling(setup, `${binding}=token-mallory`)
    setFromSibling(setup, `${binding.toLowerCase()}=token-mallory`)
    setFromSibling(setup, `${binding.replace('__Host-', '__Secure-')}=token-mallory`)
    setFromSibling(setup, `latchkey_session_binding=token-mallory`)
  },
  'a cookie without a name that reads like a binding': (setup) => {
    evict(setup)
    setFromSibling(setup, session)
    setFromSibling(setup, ` ${binding}=token-mallory`)
  },
  'a cookie without a name that reads like the token': (setup) => setFromSibling(setup, `=${session}`),
  'names that look alike': (setup) => {
    for (const name of ['Latchkey_session', 'latchkey_session ', '__Secure-latchkey_session', 'xlatchkey_session']) {
      setFromSibling(setup, `${name}=token-mallory`)
    }
  },
  'an intermediate token': (setup) => setFromSibling(setup, 'latchkey_intermediate_session_token=ist-mallory'),
  'an intermediate token instead of all cookies': (setup) => {
    evict(setup)
    setFromSibling(setup, 'latchkey_intermediate_session_token=ist-mallory')
  },
  'an empty cookie': (setup) => setFromSibling(setup, 'latchkey_session='),
  'empty cookies of a longer path': (setup) => {
    for (const name of ['latchkey_session', 'latchkey_session_jwt']) setFromSibling(setup, `${name}=`, '/app')
  },
}

/** The content of the storage at the time of the attack. */
const records: Record<string, (setup: TestSetup) => void> = {
  'with its record': () => undefined,
  'without a record': (setup) => setup.profile.clearStorage(),
  'with the record of an earlier session': (setup) => {
    const record = JSON.parse(setup.profile.storage.get(recordKey) ?? '{}')
    const earlier = { ...record, id: 'session-test-s0', binding: 'token-s0', session: { ...record.session } }
    setup.profile.storage.set(recordKey, JSON.stringify(earlier))
  },
  'with a record that cannot be read': (setup) => setup.profile.storage.set(recordKey, '{'),
}

interface Observed {
  readonly users: unknown[]
  readonly tokens: unknown[]
}

function watch(client: Client, observed: Observed): void {
  const record = (): void => {
    observed.users.push(client.user.getSync()?.user_id ?? null)
    const tokens = client.session.getTokens()
    observed.tokens.push(tokens?.session_token, tokens?.session_jwt)
  }
  record()
  client.onStateChange(({ user }) => {
    observed.users.push(user?.user_id ?? null)
    record()
  })
  client.user.onChange((user) => observed.users.push(user?.user_id ?? null))
}

/** The event at which the page reads the cookies again. */
const moments: Record<
  string,
  (setup: TestSetup, page: ReturnType<TestSetup['open']>, open: () => ReturnType<TestSetup['open']>) => Promise<void>
> = {
  'at the next call': async (_setup, { client }) => {
    await client.user.get().catch(() => undefined)
  },
  'at the background refresh': async (setup) => {
    await setup.clock.advance(180_000)
  },
  'on the next page': async (setup, { tab }, open) => {
    tab.crash()
    open()
    await setup.clock.advance(0)
  },
  'in another tab': async (setup, _page, open) => {
    open()
    await setup.clock.advance(0)
  },
  'when the tab returns': async (setup, { tab }) => {
    for (const event of ['pageshow', 'visibilitychange', 'storage'] as const) tab.emit(event)
    await setup.clock.advance(10_000)
  },
}

const cases = Object.keys(attacks).flatMap((attack) =>
  Object.keys(records).flatMap((record) => Object.keys(moments).map((moment) => [attack, record, moment] as const)),
)

/** Runs one case and returns all users, tokens and requests of the page. */
async function run([attack, record, moment]: (typeof cases)[number]): Promise<{
  users: unknown[]
  tokens: unknown[]
  sent: string[]
  again: unknown
}> {
  const setup = createBrowser()
  const observed: Observed = { users: [], tokens: [] }
  const open = (): ReturnType<TestSetup['open']> => {
    const page = setup.open({ href: 'https://app.example.com/app/deep' })
    watch(page.client, observed)
    return page
  }
  const page = open()
  await page.client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
  records[record]?.(setup)
  attacks[attack]?.(setup)
  await moments[moment]?.(setup, page, open)
  await settle()
  await setup.clock.advance(3_000)
  // Ada can sign in on the next page.
  const { client } = open()
  await setup.clock.advance(1_000)
  if (!client.user.getSync()) await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
  return {
    ...observed,
    sent: setup.script.sent.map(tokenIn),
    again: client.user.getSync()?.user_id,
  }
}

describe('session cookies of a sibling host (S-14)', () => {
  const each = Object.keys(records).length * Object.keys(moments).length

  it.each(Object.keys(attacks))('signs no other user in with cookies of a sibling host: %s', async (attack) => {
    const tried = cases.filter(([name]) => name === attack)
    const failed: unknown[] = []
    noteVariants(tried.length)
    for (const one of tried) {
      const { users, tokens, sent, again } = await run(one)
      const isAda = users.every((user) => user === null || user === 'user-test-ada') && again === 'user-test-ada'
      const ownTokens = [undefined, '', 'token-s1', jwtOf('ada')]
      const areOwn = tokens.every((token) => ownTokens.includes(token as string)) && !sent.includes('token-mallory')
      if (!isAda || !areOwn) failed.push([...one, users, tokens])
    }
    expect(failed).toEqual([])
    expect(tried).toHaveLength(each)
  })

  it.each(['an empty cookie', 'empty cookies of a longer path'])(
    'does not sign the user out with cookies of a sibling host: %s',
    async (attack) => {
      noteVariants(each)
      for (const one of cases.filter(([name]) => name === attack)) {
        const { users, tokens } = await run(one)
        // There is no user before the sign-in. A page without a record sends a request first.
        const isRead = one[1] === 'with its record'
        expect([one, isRead ? users.lastIndexOf(null) : 0]).toEqual([one, 0])
        expect([one, tokens.slice(-2)]).toEqual([one, ['token-s1', jwtOf('ada')]])
      }
    },
  )

  it('does not sign the user out of shared cookies by empty cookies of a longer path', async () => {
    const setup = createBrowser()
    const shared = { href: 'https://app.example.com/app/deep', cookies: { domain: 'example.com' } }
    await signIn(setup, setup.open(shared).client)
    setup.profile.clearStorage()
    attacks['empty cookies of a longer path']?.(setup)
    const { client } = setup.open(shared)
    await setup.clock.advance(0)
    expect(client.user.getSync()?.user_id).toBe('user-test-ada')
  })

  it.each(Object.keys(attacks))(
    'keeps a session in HttpOnly cookies despite cookies of a sibling host: %s',
    async (attack) => {
      const setup = createBrowser()
      const hidden = makeAuth('s1', 'ada', { ...far, token: '', jwt: '' })
      setup.script.on('/otps/authenticate', { data: hidden })
      // The provider decides by the header of the request; cookies of its own host are not part of this test.
      setup.script.on('/sessions/authenticate', (sent) =>
        tokenIn(sent) === 'token-mallory' ? { data: accounts['token-mallory'] } : { data: hidden },
      )
      const options = { customApiDomain: 'auth.example.com' }
      const { client } = setup.open(options)
      const observed: Observed = { users: [], tokens: [] }
      await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
      watch(client, observed)
      attacks[attack]?.(setup)
      await client.session.authenticate()
      watch(setup.open(options).client, observed)
      await setup.clock.advance(400_000)
      expect(new Set(observed.users)).toEqual(new Set(['user-test-ada']))
      expect(setup.script.sent.map(tokenIn)).not.toContain('token-mallory')
    },
  )
})

describe('intermediate session tokens (S-14)', () => {
  const foreign = 'latchkey_intermediate_session_token=ist-mallory'
  const own = 'latchkey_intermediate_session_token'
  /** The intermediate token that each page has: the page of the sign-in, a second tab, and the next page. */
  const read = ({ client }: ReturnType<TestSetup['open']>): string => clientInternals(client).session.sync().ist

  /** What a sibling does, by the tokens that a page may then have. */
  const attempts: Record<string, (setup: TestSetup) => void> = {
    'a second cookie': (setup) => setFromSibling(setup, foreign),
    'a second cookie of a longer path': (setup) => setFromSibling(setup, foreign, '/app'),
    'two cookies': (setup) => {
      for (const path of ['/', '/app']) setFromSibling(setup, foreign, path)
    },
    'another token instead of the evicted one': (setup) => {
      evict(setup, own)
      setFromSibling(setup, foreign)
    },
    'another token instead of all evicted cookies': (setup) => {
      evict(setup)
      setFromSibling(setup, foreign)
    },
    'an evicted binding': (setup) => {
      evict(setup, binding)
      setFromSibling(setup, foreign)
    },
    'a binding of the sibling': (setup) => {
      evict(setup)
      setFromSibling(setup, foreign)
      setFromSibling(setup, `${binding}=ist-mallory`)
    },
  }
  const states = ['nothing', 'a session', 'an intermediate token'] as const
  const cases = states.flatMap((state) =>
    Object.keys(attempts).flatMap((attempt) => Object.keys(records).map((record) => [state, attempt, record] as const)),
  )

  it('are read only if the host of the page confirms them', async () => {
    noteVariants(cases.length)
    const wrong: unknown[] = []
    for (const [state, attempt, record] of cases) {
      const setup = createBrowser()
      const href = 'https://app.example.com/app/deep'
      const page = setup.open({ href })
      if (state === 'an intermediate token')
        setup.script.on('/otps/authenticate', {
          data: {
            intermediate_session_token: 'ist-own',
            session_token: '',
            session_jwt: '',
            session: null,
            user: null,
          },
        })
      if (state !== 'nothing') await page.client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
      records[record]?.(setup)
      attempts[attempt]?.(setup)
      const tokens = [page, setup.open({ href }), setup.open({ href })].map(read)
      if (tokens.some((token) => !['', 'ist-own'].includes(token))) wrong.push([state, attempt, record, tokens])
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['with storage', () => undefined],
    ['without storage', (setup: TestSetup) => setup.profile.clearStorage()],
  ])('continue on the next page, %s', async (_, prepare) => {
    const setup = createBrowser()
    setup.script.on('/otps/authenticate', {
      data: { intermediate_session_token: 'ist-own', session_token: '', session_jwt: '', session: null, user: null },
    })
    await setup.open().client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    prepare(setup)
    setFromSibling(setup, foreign, '/app')
    expect(read(setup.open({ href: 'https://app.example.com/app/deep' }))).toBe('ist-own')
  })

  it('are shared with other hosts if the application shares its cookies', () => {
    const setup = createBrowser()
    setFromSibling(setup, foreign)
    expect(read(setup.open({ cookies: { domain: 'example.com' } }))).toBe('ist-mallory')
  })
})

describe('cookies that an application shares with other hosts (S-14)', () => {
  const shared = { cookies: { domain: 'example.com' } }
  const bob = { data: makeAuth('s2', 'bob', far) }

  it.each([shared, { cookies: { availableToSubdomains: true } }, { href: 'http://localhost:3000/' }])(
    'starts a session with cookies that the application shares with other hosts: %j',
    async (options) => {
      const setup = createBrowser()
      await signIn(setup, setup.open(options).client)
      setup.profile.clearStorage()
      setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', far) })
      const { client } = setup.open(options)
      await setup.clock.advance(0)
      expect(client.user.getSync()?.user_id).toBe('user-test-ada')
    },
  )

  it('shows a change of user in shared cookies as a sign-out and a sign-in', async () => {
    const setup = createBrowser()
    const { client, tab } = setup.open(shared)
    await signIn(setup, client)
    const states: unknown[] = []
    client.onStateChange(({ user }) => states.push(user?.user_id ?? null))
    setup.script.on('/sessions/authenticate', bob)
    setFromSibling(setup, 'latchkey_session=token-s2')
    tab.emit('visibilitychange')
    await setup.clock.advance(0)
    expect(states).toEqual([null, 'user-test-bob'])
    // The next page does not show the first user.
    setFromSibling(setup, 'latchkey_session=token-s1')
    const next = setup.open(shared).client
    expect([next.user.getInfo(), next.session.getInfo().session]).toEqual([{ user: null, fromCache: true }, null])
  })

  it('ignores shared cookies if there are several', async () => {
    const setup = createBrowser()
    setFromSibling(setup, 'latchkey_session=token-s1')
    setFromSibling(setup, 'latchkey_session=token-mallory', '/app')
    const { client } = setup.open(shared)
    await setup.clock.advance(1_000)
    expect([client.session.getTokens(), setup.script.to('/sessions/authenticate')]).toEqual([null, []])
  })
})

describe('a change of user (S-14)', () => {
  it.each(['in this tab', 'in another tab'])(
    'reports a change of user %s to subscribers as a sign-out first',
    async (where) => {
      const setup = createTestSetup()
      const { client } = setup.open()
      await signIn(setup, client)
      const observed: unknown[] = []
      client.onStateChange(({ user }) => observed.push([user?.user_id ?? null, client.user.getSync()?.user_id ?? null]))
      await signIn(setup, where === 'in this tab' ? client : setup.open().client, 's2', 'bob')
      await settle()
      expect(observed).toEqual([
        [null, null],
        ['user-test-bob', 'user-test-bob'],
      ])
    },
  )

  it('does not report a sign-out if the same user signs in again', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const observed: unknown[] = []
    client.user.onChange((user) => observed.push(user?.user_id ?? null))
    await signIn(setup, client, 's2')
    expect(observed).toEqual([])
  })

  it('keeps a session that a subscriber starts during a change of user', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    const stop = client.onStateChange(() => {
      stop()
      client.session.updateSession({ session_token: 'token-s3' })
    })
    setup.script.on('/sessions/authenticate', { data: makeAuth('s3', 'carl', far) })
    await signIn(setup, client, 's2', 'bob')
    expect(client.session.getTokens()?.session_token).toBe('token-s3')
    await setup.clock.advance(0)
    expect(client.user.getSync()).toEqual(makeUser('carl'))
  })
})
