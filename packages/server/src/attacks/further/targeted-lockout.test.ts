import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { isLongRun } from '../../storage/testing/run-length.ts'
import { createHarness, engines, type Harness, openTestStorage, tokenOf } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'

/**
 * Production limits. For a day, attackers on many networks use up every limit that is keyed by a user's address. The
 * owner is on an unknown network and has only the mailbox.
 */
const email = 'ada@example.com'
const lasting = { session_duration_minutes: 30 }
const minute = 60_000
const hour = 60 * minute
const away = '192.0.2.44'
const attackers = Array.from({ length: 8 }, (_, index) => `198.51.${index}.1`)

type Method = 'passcode' | 'magic link' | 'reset'
const sendPaths: Record<Method, string> = {
  passcode: '/otps/email/login_or_create',
  'magic link': '/magic_links/email/login_or_create',
  reset: '/passwords/email/reset/start',
}

const post = (harness: Harness, path: string, body: object, peerAddress: string) =>
  harness.call('POST', path, body, { peerAddress })

/** The attacks, each repeated until the limits reject it. */
const attacks: Record<string, (harness: Harness) => Promise<void>> = {
  async 'sends for a quarter of an hour'(harness) {
    for (const from of attackers)
      for (let count = 0; count < 3; count += 1) await post(harness, sendPaths.passcode, { email }, from)
  },
  async 'sends for a day'(harness) {
    for (let window = 0; window < 6; window += 1) {
      for (const from of attackers)
        for (let count = 0; count < 2; count += 1) await post(harness, sendPaths['magic link'], { email }, from)
      harness.clock.advance(15 * minute)
    }
  },
  async 'wrong passcodes for a day'(harness) {
    for (let round = 0; round < 4; round += 1) {
      for (const from of attackers.slice(0, 4)) {
        const sent = await post(harness, sendPaths.passcode, { email }, from)
        const guess = { method_id: Object(sent.data).method_id, token: '000000', ...lasting }
        for (let count = 0; count < 5; count += 1) await post(harness, '/otps/authenticate', guess, from)
      }
      harness.clock.advance(4 * hour)
    }
  },
  async 'wrong passwords for a day'(harness) {
    const wrong = { email, password: 'nothing like it at all', ...lasting }
    for (let round = 0; round < 5; round += 1) {
      for (const from of attackers)
        for (let count = 0; count < 3; count += 1) await post(harness, '/passwords/authenticate', wrong, from)
      harness.clock.advance(5 * hour)
    }
    for (const from of attackers) await post(harness, '/passwords/authenticate', wrong, from)
  },
  async searches(harness) {
    for (const from of attackers)
      for (let count = 0; count < 7; count += 1) await post(harness, '/users/search', { email }, from)
  },
  async 'all of them'(harness) {
    for (const [name, attack] of Object.entries(attacks)) if (name !== 'all of them') await attack(harness)
    await attacks['sends for a quarter of an hour']?.(harness)
  },
}

describe.each(engines)('an owner with only the mailbox on a new network on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function signIn(harness: Harness, method: Method): Promise<string> {
    const sent = await post(harness, sendPaths[method], { email }, away)
    if (sent.status !== 200) return sent.outcome
    await harness.provider.outbox.drain()
    const message = harness.sent.findLast(({ to, links, codes }) => to === email && links.length + codes.length > 0)
    if (message === undefined) return 'no message'
    if (method === 'passcode') {
      const proof = { method_id: Object(sent.data).method_id, token: message.codes[0], ...lasting }
      return (await post(harness, '/otps/authenticate', proof, away)).outcome
    }
    const proof = { token: tokenOf(message), ...lasting }
    if (method === 'magic link') return (await post(harness, '/magic_links/authenticate', proof, away)).outcome
    return (await post(harness, '/passwords/email/reset', { ...proof, password: 'seven quiet lanterns drift' }, away))
      .outcome
  }

  const open = (harness: Harness, link: string, verb: 'GET' | 'POST', peerAddress: string) =>
    harness.fetch(new Request(link, { method: verb, headers: { accept: 'text/html' } }), peerAddress)

  const linkIn = async (harness: Harness): Promise<string | undefined> => {
    await harness.provider.outbox.drain()
    return harness.sent.findLast(({ to, links }) => to === email && links[0]?.includes('/networks/allow'))?.links[0]
  }

  const all = Object.keys(attacks).flatMap((attack) =>
    (['passcode', 'magic link', 'reset'] as const).flatMap((method) =>
      (['bulk', 'strict'] as const).map((enumeration) => ({ attack, method, enumeration })),
    ),
  )

  const cases = isLongRun ? all : all.filter((_, index) => index % (engine === 'sqlite' ? 2 : 5) === 0)

  it(`signs in after each of ${cases.length} attacks, with the link in the mailbox if necessary (R-11)`, async () => {
    noteVariants(cases.length)
    let byLink = 0
    for (const one of cases) {
      const { attack, method, enumeration } = one
      const harness = await createHarness(storage, { settings: { enumeration } })
      const { id, revision, settings } = harness.project
      const enabledMethods = {
        ...settings.enabledMethods,
        ...{ otpEmail: method === 'passcode', magicLinks: method === 'magic link' },
        passwords: method === 'reset' || attack.includes('password'),
      }
      await harness.signIn(email)
      harness.clock.advance(hour)
      await attacks[attack]?.(harness)
      // From now on the project has only this method enabled.
      expect(await storage.projects.updateSettings(id, revision, { ...settings, enabledMethods })).toBe(true)
      const first = await signIn(harness, method)
      const link = await linkIn(harness)
      if (first !== '200') {
        expect([one, first, link === undefined]).toEqual([one, first, false])
        // A GET, as from a mail scanner, changes nothing.
        expect((await open(harness, link ?? '', 'GET', away)).status).toBe(200)
        expect(await signIn(harness, method)).not.toBe('200')
        expect((await open(harness, link ?? '', 'POST', away)).status).toBe(200)
        byLink += 1
        expect([one, await signIn(harness, method)]).toEqual([one, '200'])
      }
    }
    expect(byLink).toBeGreaterThan(cases.length / 4)
  })
})
