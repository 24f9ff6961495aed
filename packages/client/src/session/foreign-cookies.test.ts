import { describe, expect, it } from 'vitest'
import type { Client } from '../create-client.ts'
import { settle } from '../platform/memory-clock.ts'
import type { Reply, Sent, TestWorld } from '../test-world.suite.ts'
import { createTestWorld, fail, makeAuth, makeUser, publicToken, signIn } from '../test-world.suite.ts'

const binding = '__Host-latchkey_session_binding'
const recordKey = `latchkey:${publicToken}:session`
const far = { session: { expires_at: '2031-01-01T00:00:00Z' } }

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwtOf = (user: string): string => `${encode({ alg: 'ES256' })}.${encode({ sub: `user-test-${user}` })}.signature`

/** Mallory has an account of her own, and a sibling host of the page's. */
const accounts: Record<string, ReturnType<typeof makeAuth>> = {
  'token-s1': makeAuth('s1', 'ada', { ...far, token: 'token-s1', jwt: jwtOf('ada') }),
  'token-mallory': makeAuth('mallory', 'mallory', { ...far, token: 'token-mallory', jwt: jwtOf('mallory') }),
}

const tokenIn = ({ headers }: Sent): string =>
  Buffer.from(headers.Authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(':')[1] ?? ''

function createBrowser(): TestWorld {
  const world = createTestWorld()
  const answer =
    (of: (auth: ReturnType<typeof makeAuth>) => unknown) =>
    (sent: Sent): Reply => {
      const found = accounts[tokenIn(sent)]
      return found ? { data: of(found) } : fail('session_not_found', 404)
    }
  world.script.on(
    '/sessions/authenticate',
    answer((auth) => auth),
  )
  world.script.on(
    '/users/me',
    answer(({ user }) => user),
  )
  world.script.on('/otps/authenticate', { data: accounts['token-s1'] })
  return world
}

/** A cookie as a sibling host can set it: for the whole domain, and never with the prefix `__Host-`. */
const plant = (world: TestWorld, pair: string, path = '/'): void =>
  world.profile.cookies.write(`${pair}; Path=${path}; Domain=example.com; Secure`, true)

/** Many cookies of a sibling push others out of the browser. */
function evict(world: TestWorld, ...names: string[]): void {
  for (const { name, path, domain } of world.profile.cookies.all()) {
    if (names.length > 0 && !names.includes(name)) continue
    const scope = domain === undefined ? '' : `; Domain=${domain}`
    world.profile.cookies.write(`${name}=; Path=${path}${scope}; Secure; Expires=Thu, 01 Jan 1970 00:00:00 GMT`, true)
  }
}

const session = 'latchkey_session=token-mallory'
const jwt = `latchkey_session_jwt=${jwtOf('mallory')}`

const attacks: Record<string, (world: TestWorld) => void> = {
  'a second cookie': (world) => plant(world, session),
  'a second cookie of a longer path, which comes first': (world) => plant(world, session, '/app'),
  'three cookies of different paths': (world) => {
    for (const path of ['/', '/app', '/app/deep']) plant(world, session, path)
  },
  'a second cookie and JWT': (world) => {
    plant(world, session)
    plant(world, jwt)
  },
  'a second JWT': (world) => plant(world, jwt),
  'a second JWT of a longer path': (world) => plant(world, jwt, '/app'),
  'another JWT in the place of the evicted one': (world) => {
    evict(world, 'latchkey_session_jwt')
    plant(world, jwt)
  },
  'another token in the place of the evicted one': (world) => {
    evict(world, 'latchkey_session')
    plant(world, session)
  },
  'another session in the place of all evicted cookies': (world) => {
    evict(world)
    plant(world, session)
    plant(world, jwt)
  },
  'an evicted binding and a second cookie': (world) => {
    evict(world, binding)
    plant(world, session, '/app')
  },
  'evicted cookies': (world) => evict(world),
  'an evicted token': (world) => evict(world, 'latchkey_session'),
  'an evicted binding': (world) => evict(world, binding),
  'a binding of the sibling': (world) => {
    evict(world)
    plant(world, session)
    plant(world, `${binding}=token-mallory`)
    plant(world, `${binding.toLowerCase()}=token-mallory`)
    plant(world, `${binding.replace('__Host-', '__Secure-')}=token-mallory`)
    plant(world, `latchkey_session_binding=token-mallory`)
  },
  'a cookie without a name that reads like a binding': (world) => {
    evict(world)
    plant(world, session)
    plant(world, ` ${binding}=token-mallory`)
  },
  'a cookie without a name that reads like the token': (world) => plant(world, `=${session}`),
  'names that look alike': (world) => {
    for (const name of ['Latchkey_session', 'latchkey_session ', '__Secure-latchkey_session', 'xlatchkey_session']) {
      plant(world, `${name}=token-mallory`)
    }
  },
  'an intermediate token': (world) => plant(world, 'latchkey_intermediate_session_token=ist-mallory'),
  'an intermediate token in the place of all': (world) => {
    evict(world)
    plant(world, 'latchkey_intermediate_session_token=ist-mallory')
  },
  'an empty cookie': (world) => plant(world, 'latchkey_session='),
  'empty cookies of a longer path': (world) => {
    for (const name of ['latchkey_session', 'latchkey_session_jwt']) plant(world, `${name}=`, '/app')
  },
}

/** What this origin's storage holds when the attack comes. */
const records: Record<string, (world: TestWorld) => void> = {
  'with its record': () => undefined,
  'without a record': (world) => world.profile.clearStorage(),
  'with the record of an earlier session': (world) => {
    const record = JSON.parse(world.profile.storage.get(recordKey) ?? '{}')
    const earlier = { ...record, id: 'session-test-s0', mark: 'token-s0', session: { ...record.session } }
    world.profile.storage.set(recordKey, JSON.stringify(earlier))
  },
  'with a record that cannot be read': (world) => world.profile.storage.set(recordKey, '{'),
}

interface Seen {
  readonly users: unknown[]
  readonly tokens: unknown[]
}

function watch(client: Client, seen: Seen): void {
  const note = (): void => {
    seen.users.push(client.user.getSync()?.user_id ?? null)
    const tokens = client.session.getTokens()
    seen.tokens.push(tokens?.session_token, tokens?.session_jwt)
  }
  note()
  client.onStateChange(({ user }) => {
    seen.users.push(user?.user_id ?? null)
    note()
  })
  client.user.onChange((user) => seen.users.push(user?.user_id ?? null))
}

/** When the page notices. */
const moments: Record<
  string,
  (world: TestWorld, page: ReturnType<TestWorld['open']>, open: () => ReturnType<TestWorld['open']>) => Promise<void>
> = {
  'at the next call': async (_world, { client }) => {
    await client.user.get().catch(() => undefined)
  },
  'at the background refresh': async (world) => {
    await world.clock.advance(180_000)
  },
  'on the next page': async (world, { tab }, open) => {
    tab.crash()
    open()
    await world.clock.advance(0)
  },
  'in another tab': async (world, _page, open) => {
    open()
    await world.clock.advance(0)
  },
  'when the tab returns': async (world, { tab }) => {
    for (const event of ['pageshow', 'visibilitychange', 'storage'] as const) tab.emit(event)
    await world.clock.advance(10_000)
  },
}

const cases = Object.keys(attacks).flatMap((attack) =>
  Object.keys(records).flatMap((record) => Object.keys(moments).map((moment) => [attack, record, moment] as const)),
)

/** Runs one case; says what the page has ever shown, held and sent. */
async function run([attack, record, moment]: (typeof cases)[number]): Promise<{
  users: unknown[]
  tokens: unknown[]
  sent: string[]
  again: unknown
}> {
  const world = createBrowser()
  const seen: Seen = { users: [], tokens: [] }
  const open = (): ReturnType<TestWorld['open']> => {
    const page = world.open({ href: 'https://app.example.com/app/deep' })
    watch(page.client, seen)
    return page
  }
  const page = open()
  await page.client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
  records[record]?.(world)
  attacks[attack]?.(world)
  await moments[moment]?.(world, page, open)
  await settle()
  await world.clock.advance(3_000)
  // The next page, whatever was before; and Ada can sign in there.
  const { client } = open()
  await world.clock.advance(1_000)
  if (!client.user.getSync()) await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
  return {
    ...seen,
    sent: world.script.sent.map(tokenIn),
    again: client.user.getSync()?.user_id,
  }
}

describe('session cookies of a sibling host (S-14)', () => {
  const each = Object.keys(records).length * Object.keys(moments).length

  it.each(Object.keys(attacks))('never change who is signed in: %s', async (attack) => {
    const tried = cases.filter(([name]) => name === attack)
    const failed: unknown[] = []
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

  it.each(['an empty cookie', 'empty cookies of a longer path'])('do not sign the user out: %s', async (attack) => {
    for (const one of cases.filter(([name]) => name === attack)) {
      const { users, tokens } = await run(one)
      // Before the sign-in there is no user; a page without a record asks the provider first.
      const isRead = one[1] === 'with its record'
      expect([one, isRead ? users.lastIndexOf(null) : 0]).toEqual([one, 0])
      expect([one, tokens.slice(-2)]).toEqual([one, ['token-s1', jwtOf('ada')]])
    }
  })

  it('do not sign the user out of shared cookies: empty cookies of a longer path', async () => {
    const world = createBrowser()
    const shared = { href: 'https://app.example.com/app/deep', cookies: { domain: 'example.com' } }
    await signIn(world, world.open(shared).client)
    world.profile.clearStorage()
    attacks['empty cookies of a longer path']?.(world)
    const { client } = world.open(shared)
    await world.clock.advance(0)
    expect(client.user.getSync()?.user_id).toBe('user-test-ada')
  })

  it.each(Object.keys(attacks))('do nothing to a session in HttpOnly cookies: %s', async (attack) => {
    const world = createBrowser()
    const hidden = makeAuth('s1', 'ada', { ...far, token: '', jwt: '' })
    world.script.on('/otps/authenticate', { data: hidden })
    // The provider is asked with the cookies of its own host, and with what the page sends by itself.
    world.script.on('/sessions/authenticate', (sent) =>
      tokenIn(sent) === 'token-mallory' ? { data: accounts['token-mallory'] } : { data: hidden },
    )
    const options = { customApiDomain: 'auth.example.com' }
    const { client } = world.open(options)
    const seen: Seen = { users: [], tokens: [] }
    await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })
    watch(client, seen)
    attacks[attack]?.(world)
    await client.session.authenticate()
    watch(world.open(options).client, seen)
    await world.clock.advance(400_000)
    expect(new Set(seen.users)).toEqual(new Set(['user-test-ada']))
    expect(world.script.sent.map(tokenIn)).not.toContain('token-mallory')
  })
})

describe('cookies that an application shares with other hosts (S-14)', () => {
  const shared = { cookies: { domain: 'example.com' } }
  const bob = { data: makeAuth('s2', 'bob', far) }

  it.each([shared, { cookies: { availableToSubdomains: true } }, { href: 'http://localhost:3000/' }])(
    'begin a session here: %j',
    async (options) => {
      const world = createBrowser()
      await signIn(world, world.open(options).client)
      world.profile.clearStorage()
      world.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', far) })
      const { client } = world.open(options)
      await world.clock.advance(0)
      expect(client.user.getSync()?.user_id).toBe('user-test-ada')
    },
  )

  it('show a change of user as a sign-out and a sign-in', async () => {
    const world = createBrowser()
    const { client, tab } = world.open(shared)
    await signIn(world, client)
    const states: unknown[] = []
    client.onStateChange(({ user }) => states.push(user?.user_id ?? null))
    world.script.on('/sessions/authenticate', bob)
    plant(world, 'latchkey_session=token-s2')
    tab.emit('visibilitychange')
    await world.clock.advance(0)
    expect(states).toEqual([null, 'user-test-bob'])
    // The next page shows nothing of the first user either.
    plant(world, 'latchkey_session=token-s1')
    const next = world.open(shared).client
    expect([next.user.getInfo(), next.session.getInfo().session]).toEqual([{ user: null, fromCache: true }, null])
  })

  it('are refused if there are several', async () => {
    const world = createBrowser()
    plant(world, 'latchkey_session=token-s1')
    plant(world, 'latchkey_session=token-mallory', '/app')
    const { client } = world.open(shared)
    await world.clock.advance(1_000)
    expect([client.session.getTokens(), world.script.to('/sessions/authenticate')]).toEqual([null, []])
  })
})

describe('a change of user (S-14)', () => {
  it.each(['in this tab', 'in another tab'])('%s reaches subscribers as a sign-out first', async (where) => {
    const world = createTestWorld()
    const { client } = world.open()
    await signIn(world, client)
    const seen: unknown[] = []
    client.onStateChange(({ user }) => seen.push([user?.user_id ?? null, client.user.getSync()?.user_id ?? null]))
    await signIn(world, where === 'in this tab' ? client : world.open().client, 's2', 'bob')
    await settle()
    expect(seen).toEqual([
      [null, null],
      ['user-test-bob', 'user-test-bob'],
    ])
  })

  it('is not shown as one if a user signs in again', async () => {
    const world = createTestWorld()
    const { client } = world.open()
    await signIn(world, client)
    const seen: unknown[] = []
    client.user.onChange((user) => seen.push(user?.user_id ?? null))
    await signIn(world, client, 's2')
    expect(seen).toEqual([])
  })

  it('gives way to a session that a subscriber begins meanwhile', async () => {
    const world = createTestWorld()
    const { client } = world.open()
    await signIn(world, client)
    const stop = client.onStateChange(() => {
      stop()
      client.session.updateSession({ session_token: 'token-s3' })
    })
    world.script.on('/sessions/authenticate', { data: makeAuth('s3', 'carl', far) })
    await signIn(world, client, 's2', 'bob')
    expect(client.session.getTokens()?.session_token).toBe('token-s3')
    await world.clock.advance(0)
    expect(client.user.getSync()).toEqual(makeUser('carl'))
  })
})
