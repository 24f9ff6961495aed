import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultLimits } from '../security/limits.ts'
import type { Storage } from '../storage/storage.ts'
import { type Answer, createWorld, openTestStorage, type World } from '../testing/harness.ts'

/** Pairs of requests to each call; 500 in the full run. */
const numRuns = Math.ceil(Number(process.env.FUZZ_RUNS ?? 15) / 2)

let storage: Storage
let world: World
beforeAll(async () => {
  storage = await openTestStorage('sqlite')
  const generous = { limit: 1e9, windowMs: 60_000 }
  const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]))
  world = await createWorld(storage, { config: { limits }, settings: { enumeration: 'strict' } })
  await world.signIn('known@example.com')
})
afterAll(() => storage.close())

/** Everything a caller could tell two answers apart by, but what is random in each. */
function shape({ status, headers, json, text }: Answer): unknown {
  const keys = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, keys(one)]))
      : typeof value
  const said = { ...json, request_id: '' }
  return [status, [...headers.keys()].sort(), text.length, status < 400 ? keys(json) : said]
}

const paths = [
  ...['/otps/email/login_or_create', '/otps/email/send/primary', '/magic_links/email/login_or_create'],
  ...['/magic_links/email/send/primary', '/passwords/email/reset/start', '/passwords/authenticate', '/passwords'],
  '/users/search',
]
const field = {
  password: fc.constantFrom('violet-Otter.quilt-81', 'weak', ''),
  session_duration_minutes: fc.constantFrom<unknown>(30, 4, '30'),
  locale: fc.constantFrom('en', 'de', 'xx'),
  code_challenge: fc.constantFrom('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'short'),
  login_magic_link_url: fc.constantFrom('https://app.example.com/authenticate', 'https://evil.example'),
  expiration_minutes: fc.constantFrom<unknown>(5, 1_000_000),
}

it.each(paths)(
  'a strict project answers %s alike for whom it knows and whom it does not [I-10]',
  { timeout: 600_000 },
  async (path) => {
    let stranger = 0
    await fc.assert(
      fc.asyncProperty(fc.record(field, { requiredKeys: [] }), async (rest) => {
        stranger += 1
        // As long as the other: an answer that repeats neither is as long as well.
        const unknown = `u${String(stranger).padStart(4, '0')}@example.com`
        const ask = async (email: string) => world.call('POST', path, { ...rest, email })
        // Wrong passwords are counted, and the count of one must not run ahead of the other's.
        const [known, not] = [await ask('known@example.com'), await ask(unknown)]
        if (known.outcome === 'user_lock_limit_reached') return
        expect(shape(not)).toEqual(shape(known))
      }),
      { numRuns },
    )
  },
)
