import { oauthProviders } from '@latchkey/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, emailsOf, profileOf } from '../dev/social-login/answers.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { createOAuthWorld, signInWith } from '../products/oauth/oauth.suite.ts'
import type { Document } from '../social-login/identity-provider.ts'
import { identityProviderOf } from '../social-login/providers.ts'
import type { Storage } from '../storage/storage.ts'
import { engines, openTestStorage, type World } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const seed = Number(process.env.FUZZ_SEED ?? 1)
const drawn = Number(process.env.RACE_ROUNDS ?? 50) > 50 ? 500 : 60
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', emailVerified: true }

/** A flag as no provider documents it. */
const flags: unknown[] = [
  ...[undefined, null, false, 0, 1, -1, 2, '', '0', '1', 'true', 'True', 'TRUE', 'yes', 'on', ' true', 'false'],
  ...[[], [true], ['true'], [[true]], {}, { value: true }, { valueOf: true }, { true: true }],
  ...fc.sample(fc.jsonValue(), { numRuns: drawn, seed }).filter((value) => value !== true),
]

const flagNames = new Set(['email_verified', 'xms_edov', 'verified', 'is_confirmed', 'primary', 'is_primary'])

/** A copy in which all flags of the given names have the value. */
function withFlag(value: unknown, flag: unknown, names: ReadonlySet<string> = flagNames): unknown {
  if (Array.isArray(value)) return value.map((one) => withFlag(one, flag, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, names.has(name) ? flag : withFlag(one, flag, names)]),
  )
}

function identify(provider: (typeof oauthProviders)[number], change: (document: unknown) => unknown) {
  const definition = identityProviderOf({ provider, clientId: 'x', options: {} })
  return definition.identify({
    claims: change(claimsOf(provider, ada)) as Document,
    profile: change(profileOf(provider, ada)) as Document,
    emails: change(emailsOf(provider, ada)),
    callback: {},
  })
}

describe('an address that an identity provider names', () => {
  it.each(oauthProviders)(
    `of %s is verified by the documented value alone, of ${flags.length} others (A-2)`,
    (provider) => {
      const accepted = flags.filter((flag) => identify(provider, (document) => withFlag(document, flag))?.emailVerified)
      noteVariants(flags.length)
      // Apple documents a boolean or a text.
      expect(accepted.filter((flag) => provider !== 'apple' || flag !== 'true')).toEqual([])
    },
  )

  it.each(oauthProviders.filter((provider) => identify(provider, (document) => document)?.emailVerified))(
    'of %s is verified as that provider writes it',
    (provider) => {
      expect(identify(provider, (document) => document)).toMatchObject({ email: ada.email, emailVerified: true })
    },
  )

  it.each(['google', 'gitlab', 'salesforce', 'slack', 'linkedin', 'yahoo', 'microsoft', 'apple', 'twitch'] as const)(
    'of %s is not verified by the flag of another document (A-2)',
    (provider) => {
      const { identify: read } = identityProviderOf({ provider, clientId: 'x', options: {} })
      const flag = { email_verified: true, xms_edov: true }
      const mixed: [claims: Document, profile: Document][] = [
        [{ sub: '1', email: ada.email }, flag],
        [
          { sub: '1', email: ada.email },
          { email: 'eve@example.com', ...flag },
        ],
        [{ sub: '1', ...flag }, { email: ada.email }],
        [{ sub: '1', email: [ada.email], ...flag }, { email: ada.email }],
        [
          { sub: '1', email: null },
          { email: ada.email, ...flag },
        ],
      ]
      noteVariants(mixed.length)
      const found = mixed.map(([claims, profile]) => read({ claims, profile, emails: undefined, callback: {} }))
      expect(found.map((identity) => identity?.emailVerified)).toEqual(mixed.map(() => false))
    },
  )
})

describe.each(engines)('an identity with a wrong flag on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** A world in which responses of providers, id tokens included, have the flag of the moment. */
  async function createFlagWorld(): Promise<World & { setFlag(flag: { value: unknown } | null): void }> {
    let wrong: { value: unknown } | null = null
    const change =
      (fakes: OutboundFetch): OutboundFetch =>
      async (address, init) => {
        const response = await fakes(address, init)
        if (wrong === null) return response
        const flag = wrong.value
        const json: unknown = await response.json()
        if (!String(address).endsWith('/token')) return Response.json(withFlag(json, flag))
        const { id_token } = json as { id_token?: string }
        if (id_token === undefined || !String(address).includes('/google/')) return Response.json(json)
        const { nonce } = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString('utf8'))
        const changed = await world.fakes.oneTapToken(ada, { nonce, change: { email_verified: flag } })
        return Response.json({ ...(json as object), id_token: changed })
      }
    const world: World = await createOAuthWorld(storage, {
      outbound: change,
      config: { limits: { requests_per_ip: { limit: 1e9, windowMs: 60_000 } } },
    })
    return {
      ...world,
      setFlag(next) {
        wrong = next
      },
    }
  }

  it.each(['google', 'github', 'bitbucket', 'discord', 'yahoo'] as const)(
    'of %s links to no account (A-2)',
    async (provider) => {
      const world = await createFlagWorld()
      const owner = await world.signIn(ada.email)
      for (const flag of [undefined, null, 0, 1, '1', 'true', 'True', [true], ['true'], {}, { value: true }]) {
        world.setFlag({ value: flag })
        noteVariants(1)
        const { outcome, data } = await signInWith(world, provider)
        expect([flag, outcome, data.user_id === owner.userId, data.user.emails]).toEqual([flag, '200', false, []])
        await world.storage.users.remove(world.project.id, data.user_id)
      }
      world.setFlag(null)
      expect((await signInWith(world, provider)).data.user_id).toBe(owner.userId)
    },
  )
})
