import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const tokenName = '__Secure-latchkey_session'
const jwtName = '__Secure-latchkey_session_jwt'
const bindingName = '__Host-latchkey_session_binding'
const lasting = { session_duration_minutes: 30 }

interface TestUser {
  readonly email: string
  readonly accountId: string
  /** The cookies of the user's own browser, by name. */
  readonly cookies: Readonly<Record<string, string>>
}

const pair = (name: string, { cookies }: TestUser): string => `${name}=${cookies[name]}`

/**
 * The cookies that Ada's browser sends to the API host after a sibling host has set cookies for the whole domain and
 * evicted others. Mallory controls the sibling host: she knows her own cookies, but cannot set a `__Host-` cookie.
 */
const attacks: Record<string, (ada: TestUser, mallory: TestUser) => string[]> = {
  'a second token after the one of the user': (ada, mallory) => [
    ...[pair(tokenName, ada), pair(bindingName, ada), pair(tokenName, mallory)],
  ],
  'a second token before the one of the user': (ada, mallory) => [
    ...[pair(tokenName, mallory), pair(tokenName, ada), pair(bindingName, ada)],
  ],
  'a second token between quotes': (ada, mallory) => [
    ...[`${tokenName}="${mallory.cookies[tokenName]}"`, pair(tokenName, ada), pair(bindingName, ada)],
  ],
  'an overwritten token': (ada, mallory) => [pair(tokenName, mallory), pair(bindingName, ada)],
  'an overwritten token and JWT': (ada, mallory) => [
    ...[pair(tokenName, mallory), pair(jwtName, mallory), pair(bindingName, ada)],
  ],
  'an overwritten token with another path': (ada, mallory) => [
    ...[pair(tokenName, mallory), pair(tokenName, mallory), pair(bindingName, ada)],
  ],
  'a token after everything was pushed out': (_ada, mallory) => [pair(tokenName, mallory)],
  'a token after the binding was pushed out': (ada, mallory) => [pair(tokenName, mallory), pair(jwtName, ada)],
  'a token with bindings of names that look alike': (_ada, mallory) => [
    pair(tokenName, mallory),
    ...['__host-latchkey_session_binding', '__Secure-latchkey_session_binding', 'latchkey_session_binding'].map(
      (name) => `${name}=${mallory.cookies[bindingName]}`,
    ),
  ],
  'a token under names that look alike': (_ada, mallory) =>
    ['__secure-latchkey_session', 'latchkey_session', '__Host-latchkey_session', '__Secure-latchkey_session2'].flatMap(
      (name) => [`${name}=${mallory.cookies[tokenName]}`, pair(bindingName, mallory)],
    ),
  'two bindings': (ada, mallory) => [...[pair(tokenName, mallory), pair(bindingName, ada), pair(bindingName, mallory)]],
  'the binding instead of the token': (ada, mallory) => [
    ...[`${tokenName}=${mallory.cookies[bindingName]}`, pair(bindingName, ada)],
  ],
  'the token instead of the binding': (_ada, mallory) => [
    ...[pair(tokenName, mallory), `${bindingName}=${mallory.cookies[tokenName]}`],
  ],
  'an empty binding': (_ada, mallory) => [pair(tokenName, mallory), `${bindingName}=`],
  'another JWT': (ada, mallory) => [pair(tokenName, ada), pair(bindingName, ada), pair(jwtName, mallory)],
  'a lost binding': (ada) => [pair(tokenName, ada)],
  'a lost token': (ada) => [pair(bindingName, ada)],
}

describe.each(engines)('session cookies of a sibling host on %s', (engine) => {
  let storage: Storage
  let harness: Harness
  let userCount = 0
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    const httpOnlyCookies = { enabled: true, domain: 'example.com', name: 'latchkey_session' }
    harness = await createHarness(storage, { settings: { cnameDomain: 'auth.example.com', httpOnlyCookies } })
  })
  afterAll(() => storage.close())

  async function signIn(email: string, cookie?: string): Promise<Answer> {
    const options = cookie === undefined ? {} : { headers: { cookie } }
    const sent = await harness.call('POST', '/otps/email/login_or_create', { email }, options)
    const [token] = (await harness.lastMessage(email)).codes
    return harness.call('POST', '/otps/authenticate', { token, method_id: sent.data.method_id, ...lasting }, options)
  }

  const cookiesOf = ({ headers }: Answer): Record<string, string> =>
    Object.fromEntries(headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line)?.slice(1, 3) ?? []))

  async function createUser(name: string): Promise<TestUser> {
    userCount += 1
    // The message limits have their production values.
    if (userCount % 2) harness.clock.advance(3_600_000)
    const email = `${name}-${userCount}@example.com`
    const answer = await signIn(email)
    return { email, accountId: answer.data.user_id, cookies: cookiesOf(answer) }
  }

  const calls: Record<string, (options: { headers: { cookie: string } }) => Promise<Answer>> = {
    refresh: (options) => harness.call('POST', '/sessions/authenticate', {}, options),
    prolong: (options) => harness.call('POST', '/sessions/authenticate', lasting, options),
    'read of the user': (options) => harness.call('GET', '/users/me', undefined, options),
    'change of the user': (options) => harness.call('PUT', '/users/me', { name: { first_name: 'Eve' } }, options),
    'new authenticator app': (options) => harness.call('POST', '/totps', { expiration_minutes: 30 }, options),
    'new address': (options) =>
      harness.call('POST', '/otps/email/send/secondary', { email: `${crypto.randomUUID()}@example.com` }, options),
    'connected applications': (options) => harness.call('GET', '/users/connected_apps', undefined, options),
    // Comes last because it may end a session.
    revoke: (options) => harness.call('POST', '/sessions/revoke', undefined, options),
  }

  it.each(casesOn(engine, Object.entries(attacks)))(
    'do not make a call act for another user: %s (S-14)',
    async (_name, attack) => {
      const [ada, mallory] = [await createUser('ada'), await createUser('mallory')]
      for (const [name, call] of Object.entries(calls)) {
        noteVariants(1)
        const before = await storage.accounts.get(harness.project.id, mallory.accountId)
        const answer = await call({ headers: { cookie: attack(ada, mallory).join('; ') } })
        const response = answer.text + answer.headers.getSetCookie().join()
        expect([name, response.includes(mallory.accountId), response.includes(mallory.email)]).toEqual([
          name,
          false,
          false,
        ])
        expect(await storage.accounts.get(harness.project.id, mallory.accountId)).toEqual(before)
        // Mallory's session continues: no call has changed it.
        const own = `${pair(tokenName, mallory)}; ${pair(bindingName, mallory)}`
        const hers = await harness.call('GET', '/users/me', undefined, { headers: { cookie: own } })
        expect([name, hers.data.user_id]).toEqual([name, mallory.accountId])
      }
    },
  )

  it.each(casesOn(engine, Object.entries(attacks)))('do not prevent a sign-in: %s (S-14)', async (_name, attack) => {
    noteVariants(1)
    const [ada, mallory] = [await createUser('ada'), await createUser('mallory')]
    // The cookies have other paths, so no response removes them.
    const sent = attack(ada, mallory)
    await harness.call('POST', '/sessions/authenticate', {}, { headers: { cookie: sent.join('; ') } })
    const answer = await signIn(ada.email, sent.join('; '))
    expect([answer.outcome, answer.data.user_id]).toEqual(['200', ada.accountId])
    const received = cookiesOf(answer)
    // If the session of her cookies continued, its token was not replaced.
    const own = [tokenName, bindingName].map((name) => `${name}=${received[name] ?? ada.cookies[name]}`)
    const left = sent.filter((cookie) => !cookie.startsWith(bindingName) && cookie !== pair(tokenName, ada))
    for (const cookies of [
      [...left, ...own],
      [...own, ...left],
    ]) {
      const options = { headers: { cookie: cookies.join('; ') } }
      const refreshed = await harness.call('POST', '/sessions/authenticate', {}, options)
      expect([refreshed.outcome, refreshed.data.user_id]).toEqual(['200', ada.accountId])
    }
  })

  const tokenCounts = [1, 2, 20].flatMap((count) =>
    [...new Set([0, 1, count])].map(
      (before) => [`${before} before and ${count - before} after`, count, before] as const,
    ),
  )
  it.each(casesOn(engine, tokenCounts))(
    'do not sign the user out: further tokens %s the right one (S-14)',
    async (_name, count, before) => {
      const [ada, mallory] = [await createUser('ada'), await createUser('mallory')]
      const foreign = [mallory.cookies[tokenName], `"${ada.cookies[tokenName]}"`, mallory.cookies[bindingName]]
      const others = Array.from({ length: count }, (_, index) => `${tokenName}=${foreign[index] ?? `other-${index}`}`)
      const own = pair(tokenName, ada)
      for (const cookies of [
        [pair(bindingName, ada), ...others.slice(0, before), own, ...others.slice(before)],
        [...others.slice(0, before), own, ...others.slice(before), pair(bindingName, ada)],
      ])
        for (const [name, call] of Object.entries(calls).filter(([name]) => name !== 'revoke')) {
          noteVariants(1)
          const answer = await call({ headers: { cookie: cookies.join('; ') } })
          expect([name, answer.outcome]).toEqual([name, '200'])
          if (answer.data.user_id !== undefined) expect(answer.data.user_id).toBe(ada.accountId)
          // No response removes or replaces the valid token.
          const changed = answer.headers.getSetCookie().filter((line) => line.startsWith(`${tokenName}=`))
          const inDomain = changed.filter((line) => line.endsWith('; Domain=example.com'))
          expect(inDomain.filter((line) => !line.startsWith(`${own};`))).toEqual([])
          expect(answer.headers.getSetCookie().filter((line) => line.startsWith(`${bindingName}=;`))).toEqual([])
        }
      const cookie = [...others, own, pair(bindingName, ada)].join('; ')
      const ended = await harness.call('POST', '/sessions/revoke', undefined, { headers: { cookie } })
      const after = await harness.call('GET', '/users/me', undefined, { headers: { cookie } })
      expect([ended.outcome, after.outcome]).toEqual(['200', 'user_unauthenticated'])
    },
  )
})
