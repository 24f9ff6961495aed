import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const tokenName = '__Secure-latchkey_session'
const jwtName = '__Secure-latchkey_session_jwt'
const bindingName = '__Host-latchkey_session_binding'
const lasting = { session_duration_minutes: 30 }

interface Person {
  readonly email: string
  readonly userId: string
  /** The cookies of the person's own browser, by name. */
  readonly cookies: Readonly<Record<string, string>>
}

const pair = (name: string, { cookies }: Person): string => `${name}=${cookies[name]}`

/**
 * What the browser of Ada sends to the API host when a sibling host sets cookies for the whole domain and pushes others
 * out. The sibling belongs to Mallory: she knows all cookies of her own browser, but cannot set one with `__Host-`.
 */
const attacks: Record<string, (ada: Person, mallory: Person) => string[]> = {
  'a second token after the own one': (ada, mallory) => [
    ...[pair(tokenName, ada), pair(bindingName, ada), pair(tokenName, mallory)],
  ],
  'a second token before the own one': (ada, mallory) => [
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
  'the binding in the place of the token': (ada, mallory) => [
    ...[`${tokenName}=${mallory.cookies[bindingName]}`, pair(bindingName, ada)],
  ],
  'the token in the place of the binding': (_ada, mallory) => [
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
  let people = 0
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

  async function newPerson(name: string): Promise<Person> {
    people += 1
    // The limits of messages are those of production.
    if (people % 2) harness.clock.advance(3_600_000)
    const email = `${name}-${people}@example.com`
    const answer = await signIn(email)
    return { email, userId: answer.data.user_id, cookies: cookiesOf(answer) }
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
    // The last one, since it may end a session.
    revoke: (options) => harness.call('POST', '/sessions/revoke', undefined, options),
  }

  it.each(Object.entries(attacks))('never make a call that of another user: %s (S-14)', async (_name, attack) => {
    const [ada, mallory] = [await newPerson('ada'), await newPerson('mallory')]
    for (const [name, call] of Object.entries(calls)) {
      noteVariants(1)
      const before = await storage.users.get(harness.project.id, mallory.userId)
      const answer = await call({ headers: { cookie: attack(ada, mallory).join('; ') } })
      const told = answer.text + answer.headers.getSetCookie().join()
      expect([name, told.includes(mallory.userId), told.includes(mallory.email)]).toEqual([name, false, false])
      expect(await storage.users.get(harness.project.id, mallory.userId)).toEqual(before)
      // Her session goes on: nothing was done in it.
      const own = `${pair(tokenName, mallory)}; ${pair(bindingName, mallory)}`
      const hers = await harness.call('GET', '/users/me', undefined, { headers: { cookie: own } })
      expect([name, hers.data.user_id]).toEqual([name, mallory.userId])
    }
  })

  it.each(Object.entries(attacks))('do not keep Ada from signing in: %s (S-14)', async (_name, attack) => {
    noteVariants(1)
    const [ada, mallory] = [await newPerson('ada'), await newPerson('mallory')]
    // They have paths of their own, so that no response removes them.
    const sent = attack(ada, mallory)
    await harness.call('POST', '/sessions/authenticate', {}, { headers: { cookie: sent.join('; ') } })
    const answer = await signIn(ada.email, sent.join('; '))
    expect([answer.outcome, answer.data.user_id]).toEqual(['200', ada.userId])
    const kept = cookiesOf(answer)
    // If the session of her cookies went on, it keeps its token.
    const own = [tokenName, bindingName].map((name) => `${name}=${kept[name] ?? ada.cookies[name]}`)
    const left = sent.filter((cookie) => !cookie.startsWith(bindingName) && cookie !== pair(tokenName, ada))
    for (const cookies of [
      [...left, ...own],
      [...own, ...left],
    ]) {
      const options = { headers: { cookie: cookies.join('; ') } }
      const refreshed = await harness.call('POST', '/sessions/authenticate', {}, options)
      expect([refreshed.outcome, refreshed.data.user_id]).toEqual(['200', ada.userId])
    }
  })

  const crowds = [1, 2, 20].flatMap((count) =>
    [...new Set([0, 1, count])].map(
      (before) => [`${before} before and ${count - before} after`, count, before] as const,
    ),
  )
  it.each(crowds)('do not sign Ada out: further tokens, %s her own (S-14)', async (_name, count, before) => {
    const [ada, mallory] = [await newPerson('ada'), await newPerson('mallory')]
    const strange = [mallory.cookies[tokenName], `"${ada.cookies[tokenName]}"`, mallory.cookies[bindingName]]
    const others = Array.from({ length: count }, (_, index) => `${tokenName}=${strange[index] ?? `other-${index}`}`)
    const own = pair(tokenName, ada)
    for (const cookies of [
      [pair(bindingName, ada), ...others.slice(0, before), own, ...others.slice(before)],
      [...others.slice(0, before), own, ...others.slice(before), pair(bindingName, ada)],
    ])
      for (const [name, call] of Object.entries(calls).filter(([name]) => name !== 'revoke')) {
        noteVariants(1)
        const answer = await call({ headers: { cookie: cookies.join('; ') } })
        expect([name, answer.outcome]).toEqual([name, '200'])
        if (answer.data.user_id !== undefined) expect(answer.data.user_id).toBe(ada.userId)
        // No response removes or replaces the token that counts.
        const changed = answer.headers.getSetCookie().filter((line) => line.startsWith(`${tokenName}=`))
        const inDomain = changed.filter((line) => line.endsWith('; Domain=example.com'))
        expect(inDomain.filter((line) => !line.startsWith(`${own};`))).toEqual([])
        expect(answer.headers.getSetCookie().filter((line) => line.startsWith(`${bindingName}=;`))).toEqual([])
      }
    const cookie = [...others, own, pair(bindingName, ada)].join('; ')
    const ended = await harness.call('POST', '/sessions/revoke', undefined, { headers: { cookie } })
    const after = await harness.call('GET', '/users/me', undefined, { headers: { cookie } })
    expect([ended.outcome, after.outcome]).toEqual(['200', 'user_unauthenticated'])
  })
})
