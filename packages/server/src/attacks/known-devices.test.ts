import { adminEndpoints } from '@latchkey/contract/admin'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import { deviceRememberedMs } from '../http/cookies/device-cookie.ts'
import { createRandom } from '../node/system-clock.ts'
import type { ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, isFullMatrix, takeTurns } from '../storage/testing/engine-cases.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage, tokenOf } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

/**
 * Production limits. A browser in which the user has signed in with the password has a separate count of wrong
 * passwords, on every network. No other browser gets one.
 */
const email = 'ada@example.com'
const password = 'violet kettle ambles north'
const wrong = 'nothing like it at all'
const another = 'seven quiet lanterns drift'
const lasting = { session_duration_minutes: 30 }
/** Lock-outs one after another. */
const rounds = isFullMatrix ? 12 : 4
const minute = 60_000
const hour = 60 * minute
const home = '203.0.113.7'
const away = '192.0.2.44'

/** Stores the cookies of the API, as a browser does. */
interface Browser {
  cookies: Map<string, string>
  post(path: string, body: object, options?: { session?: string; peerAddress?: string }): Promise<Answer>
}

function openBrowser(harness: Harness, cookies = new Map<string, string>()): Browser {
  return {
    cookies,
    async post(path, body, options) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await harness.call('POST', path, body, { headers: cookie === '' ? {} : { cookie }, ...options })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return answer
    },
  }
}

const signIn = (browser: Browser, typed = password, peerAddress = away, address = email): Promise<Answer> =>
  browser.post('/passwords/authenticate', { email: address, password: typed, ...lasting }, { peerAddress })

/** The token of the newest reset link. Other messages may have been sent after it. */
async function resetToken(harness: Harness): Promise<string> {
  await harness.provider.outbox.drain()
  const mail = harness.sent.findLast(({ to, links }) => to === email && links[0]?.includes('reset'))
  return mail ? tokenOf(mail) : ''
}

let networkCount = 0
/** Ten wrong passwords, each from another network. */
async function lock(harness: Harness, address = email): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    networkCount += 1
    const from = `198.${18 + Math.floor(networkCount / 65_536)}.${Math.floor(networkCount / 256) % 256}.${networkCount % 256}`
    await signIn(openBrowser(harness), wrong, from, address)
  }
}

describe.each(engines)('a known browser on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function setEnumeration(harness: Harness, enumeration: ProjectSettings['enumeration']): Promise<void> {
    const { id, revision, settings } = (await storage.projects.get(harness.project.id)) ?? harness.project
    expect(await storage.projects.updateSettings(id, revision, { ...settings, enumeration })).toBe(true)
  }

  /** Creates an account in this browser, on the home network. */
  async function createOwner(enumeration: ProjectSettings['enumeration'] = 'bulk') {
    const harness = await createHarness(storage)
    const browser = openBrowser(harness)
    const created = await browser.post('/passwords', { email, password, ...lasting })
    expect(created.outcome).toBe('200')
    // Set after the sign-up, because a strict project creates no account by password.
    await setEnumeration(harness, enumeration)
    harness.clock.advance(minute)
    return { harness, browser, accountId: created.data.user_id, session: created.data.session_token }
  }

  it.each(casesOn(engine, ['bulk', 'strict'] as const))(
    'signs in on a new network with the password alone while attackers keep the account locked, in a %s project (R-11)',
    async (enumeration) => {
      const { harness, browser } = await createOwner(enumeration)
      for (let round = 0; round < rounds; round += 1) {
        await lock(harness)
        expect((await signIn(openBrowser(harness))).outcome).toBe('user_lock_limit_reached')
        expect((await signIn(browser, password, `192.0.2.${round}`)).outcome).toBe('200')
        harness.clock.advance(3 * hour)
        noteVariants(1)
      }
    },
  )

  it.inTurn('signs in from a network that has sent too many wrong passwords for other accounts (R-11)', async () => {
    const { harness, browser } = await createOwner()
    for (let count = 0; count < 60; count += 1) {
      await signIn(openBrowser(harness), wrong, away, `user${count}@example.com`)
      if (count % 25 === 24) harness.clock.advance(5 * minute)
    }
    expect((await signIn(openBrowser(harness))).outcome).toBe('too_many_requests')
    expect((await signIn(browser)).outcome).toBe('200')
  })

  it.inTurn('is locked by ten wrong passwords, with all copies of its cookie but no other browser (R-9)', async () => {
    const { harness, browser } = await createOwner()
    const second = openBrowser(harness)
    expect((await signIn(second)).outcome).toBe('200')
    await lock(harness)
    for (let count = 0; count < 10; count += 1)
      expect((await signIn(openBrowser(harness, browser.cookies), wrong, `192.0.2.${count}`)).outcome).toBe(
        'unauthorized_credentials',
      )
    for (let count = 0; count < 5; count += 1)
      expect((await signIn(openBrowser(harness, browser.cookies), password, `192.0.3.${count}`)).outcome).toBe(
        'user_lock_limit_reached',
      )
    expect((await signIn(second, password, '192.0.4.1')).outcome).toBe('200')
    noteVariants(15)
  })

  it.inTurn('gets a hundred guesses at most, however long it tries (R-9)', async () => {
    const { harness, browser } = await createOwner()
    // The mailbox is verified, so the owner can reset the password and the lock-out may be permanent.
    await harness.signIn(email)
    await openBrowser(harness).post('/passwords/email/reset/start', { email })
    const token = await resetToken(harness)
    expect((await browser.post('/passwords/email/reset', { token, password, ...lasting })).outcome).toBe('200')
    await lock(harness)
    let compared = 0
    for (let count = 0; count < 400; count += 1) {
      const { outcome } = await signIn(browser, wrong, `192.0.${count % 200}.1`)
      if (outcome === 'unauthorized_credentials') compared += 1
      else harness.clock.advance(6 * hour)
    }
    expect(compared).toBeLessThanOrEqual(100)
    expect(compared).toBeGreaterThan(20)
  })

  /** Deletes the account and imports one with everything that an import can copy; its address is not verified. */
  async function importAgain(harness: Harness, accountId: string): Promise<void> {
    const { project, vault, clock } = harness
    const { registrations = [], createdAt = 0 } = (await storage.accounts.get(project.id, accountId)) ?? {}
    const { id = '' } = registrations.find(({ kind }) => kind === 'password') ?? {}
    const stored = await storage.passwords.find(project.id, id)
    clock.advance(minute)
    await storage.transaction((tx) => tx.accounts.remove(project.id, accountId))
    const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
    const created_at = new Date(createdAt).toISOString()
    const copy = { user_id: accountId, email, created_at, ...(stored ? { password_hash: stored.hash } : {}) }
    const { results } = await createAdministration(context, { operator: 'cli:tests' }).call(
      adminEndpoints.adminUsersImport,
      { project, request: { users: [copy] } },
    )
    expect(results).toMatchObject([{ user_id: accountId }])
  }

  it.inTurn('is not a network of a deleted account whose id an account was imported with (R-9)', async () => {
    const harness = await createHarness(storage)
    const { accountId } = await harness.signIn(email, { peerAddress: home })
    const enterCode = async () => {
      const options = { peerAddress: home }
      const sent = await harness.call('POST', '/otps/email/login_or_create', { email }, options)
      await harness.provider.outbox.drain()
      // The link for new networks may have been sent after the code.
      const [token] = harness.sent.findLast(({ to, codes }) => to === email && codes.length > 0)?.codes ?? []
      const body = { token, method_id: Object(sent.data).method_id, ...lasting }
      return (await harness.call('POST', '/otps/authenticate', body, options)).outcome
    }
    harness.clock.advance(minute)
    await lock(harness)
    expect(await enterCode()).toBe('200')
    await importAgain(harness, accountId)
    harness.clock.advance(minute)
    await lock(harness)
    expect(await enterCode()).toBe('user_lock_limit_reached')
    noteVariants(1)
  })

  type Owner = Awaited<ReturnType<typeof createOwner>>
  /** The events that void the cookie of a browser, and the password that is right afterwards. */
  const ends: Record<string, (owner: Owner) => Promise<string>> = {
    async 'there is no cookie'({ browser }) {
      browser.cookies.clear()
      return password
    },
    async 'the cookie was changed'({ browser }) {
      for (const [name, value] of browser.cookies)
        browser.cookies.set(name, value.slice(0, -2) + (value.endsWith('AA') ? 'BB' : 'AA'))
      return password
    },
    async 'the cookie has a name without the prefix'({ browser }) {
      for (const [name, value] of [...browser.cookies]) {
        browser.cookies.delete(name)
        browser.cookies.set(name.replace('__Host-', ''), value)
      }
      return password
    },
    async 'another user has signed in there'({ harness, browser }) {
      browser.cookies.clear()
      const body = { email: 'grace@example.com', password, ...lasting }
      expect((await browser.post('/passwords', body)).outcome).toBe('200')
      harness.clock.advance(minute)
      return password
    },
    async 'it was another project'({ harness, browser }) {
      const project = await harness.newProject()
      const answer = await harness.call('POST', '/passwords', { email, password, ...lasting }, { project })
      const [value = ''] = /=([^;]*)/.exec(answer.headers.getSetCookie()[0] ?? '')?.slice(1) ?? []
      expect(value.length).toBeGreaterThan(100)
      for (const name of browser.cookies.keys()) browser.cookies.set(name, value)
      return password
    },
    async 'the password was changed in a session'({ harness, session }) {
      const body = { password: another, ...lasting }
      expect((await openBrowser(harness).post('/passwords/session/reset', body, { session })).outcome).toBe('200')
      return another
    },
    async 'the password was changed by the old one'({ harness, session }) {
      const body = { email, existing_password: password, new_password: another, ...lasting }
      const answer = await openBrowser(harness).post('/passwords/existing_password/reset', body, { session })
      expect(answer.outcome).toBe('200')
      return another
    },
    async 'the password was changed by mail'({ harness }) {
      await openBrowser(harness).post('/passwords/email/reset/start', { email })
      const token = await resetToken(harness)
      const body = { token, password: another, ...lasting }
      expect((await openBrowser(harness).post('/passwords/email/reset', body)).outcome).toBe('200')
      return another
    },
    async 'the same password was set again'({ harness, session }) {
      const body = { password, ...lasting }
      expect((await openBrowser(harness).post('/passwords/session/reset', body, { session })).outcome).toBe('200')
      return password
    },
    async 'the account was disabled and enabled'({ harness, accountId }) {
      const { id } = harness.project
      await storage.transaction(async (tx) => {
        await tx.accounts.setDisabled(id, accountId, harness.clock.now(), harness.clock.now())
        await tx.accounts.setDisabled(id, accountId, null, harness.clock.now())
      })
      return password
    },
    async 'the account was deleted, and another has its address'({ harness, accountId }) {
      await storage.transaction((tx) => tx.accounts.remove(harness.project.id, accountId))
      const body = { email, password, ...lasting }
      expect((await openBrowser(harness).post('/passwords', body)).outcome).toBe('200')
      return password
    },
    async 'the account was deleted, and imported again with its id, hash and time of creation'({ harness, accountId }) {
      await importAgain(harness, accountId)
      return password
    },
    async 'ninety days have passed'({ harness }) {
      harness.clock.advance(deviceRememberedMs)
      return password
    },
  }

  it.each(
    casesOn(
      engine,
      Object.keys(ends).flatMap((end) => (['bulk', 'strict'] as const).map((enumeration) => ({ end, enumeration }))),
    ),
  )('gets no guesses if $end, in a $enumeration project (R-9)', async ({ end, enumeration }) => {
    const owner = await createOwner()
    const right = (await ends[end]?.(owner)) ?? ''
    await setEnumeration(owner.harness, enumeration)
    owner.harness.clock.advance(minute)
    await lock(owner.harness)
    const { outcome } = await signIn(owner.browser, right)
    noteVariants(1)
    expect(outcome).toBe('user_lock_limit_reached')
  })

  it.inTurn('gets no guesses at a new password if an attacker made it known with the old one (R-9)', async () => {
    const { harness, session } = await createOwner()
    const browsers = Array.from({ length: 20 }, () => openBrowser(harness))
    for (const browser of browsers) expect((await signIn(browser)).outcome).toBe('200')
    harness.clock.advance(minute)
    const body = { password: another, ...lasting }
    expect((await openBrowser(harness).post('/passwords/session/reset', body, { session })).outcome).toBe('200')
    await lock(harness)
    const outcomes: string[] = []
    for (const [index, browser] of browsers.entries())
      outcomes.push((await signIn(browser, another, `192.0.5.${index}`)).outcome)
    expect(outcomes).toEqual(Array(20).fill('user_lock_limit_reached'))
    noteVariants(20)
  })

  it.inTurn('is known for three users and does not adopt a cookie from before a sign-in (R-9)', async () => {
    const { harness, browser } = await createOwner()
    const before = [...browser.cookies.values()]
    expect((await signIn(browser)).outcome).toBe('200')
    expect([...browser.cookies.values()].filter((value) => before.includes(value))).toEqual([])
    const others = ['b@example.com', 'c@example.com', 'd@example.com']
    for (const address of others)
      expect((await browser.post('/passwords', { email: address, password, ...lasting })).outcome).toBe('200')
    for (const address of [email, ...others]) await lock(harness, address)
    harness.clock.advance(5 * minute)
    const outcomes: string[] = []
    for (const address of [...others, email])
      outcomes.push((await signIn(browser, password, '192.0.3.1', address)).outcome)
    expect(outcomes).toEqual(['200', '200', '200', 'user_lock_limit_reached'])
  })

  it.inTurn('gets a __Host- cookie that scripts cannot read, and a backend gets none (R-9)', async () => {
    const { harness } = await createOwner()
    const body = { email, password, ...lasting }
    const answer = await harness.call('POST', '/passwords/authenticate', body, { peerAddress: home })
    expect(answer.headers.getSetCookie().map((line) => line.replace(/=[\w.-]+;/, '=…;'))).toEqual([
      expect.stringMatching(
        /^__Host-latchkey_device_[0-9a-f]{16}=…; Path=\/; Max-Age=7776000; HttpOnly; Secure; SameSite=None; Partitioned$/,
      ),
    ])
    expect(answer.headers.getSetCookie().join()).not.toMatch(/user-|ada/)
    const server = await harness.call('POST', '/passwords/authenticate', body, { origin: null })
    expect([server.outcome, server.headers.getSetCookie()]).toEqual(['200', []])
    const failed = await harness.call('POST', '/passwords/authenticate', { ...body, password: wrong })
    expect([failed.outcome, failed.headers.getSetCookie()]).toEqual(['unauthorized_credentials', []])
  })
})
