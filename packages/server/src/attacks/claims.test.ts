import { oauthProviders } from '@latchkey/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import { claimsOf, emailsOf, profileOf } from '../dev/social-login/answers.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import { createOAuthHarness, redeem, signInWith } from '../products/oauth/oauth.suite.ts'
import type { Document } from '../social-login/identity-provider.ts'
import { identityProviderOf } from '../social-login/providers.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import { type Answer, engines, type Harness, openTestStorage, origin, pkcePair } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const seed = Number(process.env.FUZZ_SEED ?? 1)
const drawn = isLongRun ? 500 : 60
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', emailVerified: true }

/** Values of a verification flag that no identity provider documents. */
const flags: unknown[] = [
  ...[undefined, null, false, 0, 1, -1, 2, '', '0', '1', 'true', 'True', 'TRUE', 'yes', 'on', ' true', 'false'],
  ...[[], [true], ['true'], [[true]], {}, { value: true }, { valueOf: true }, { true: true }],
  ...fc.sample(fc.jsonValue(), { numRuns: drawn, seed }).filter((value) => value !== true),
]

/** Claims of a One Tap ID token that name an address but do not verify it. */
const oneTapClaims: object[] = [
  ...flags.map((email_verified) => ({ email_verified })),
  // Other claims that look like a verification.
  ...[
    'verified_email',
    'emailVerified',
    'verified',
    'email_verified ',
    'Email_Verified',
    'xms_edov',
    'is_confirmed',
  ].map((name) => ({ email_verified: undefined, [name]: true })),
  ...[
    ...[null, '', 0, true, [ada.email], { value: ada.email }, [[ada.email]], { toString: ada.email }],
    ...[`${ada.email}\n`, `${ada.email}\0`, `Ada <${ada.email}>`, `${ada.email},eve@example.com`, `"${ada.email}"`],
  ].map((email) => ({ email, email_verified: true })),
  ...['emails', 'mail', 'preferred_username', 'upn'].map((name) => ({
    ...{ email: undefined, email_verified: true, [name]: name === 'emails' ? [ada.email] : ada.email },
  })),
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

describe('an address from an identity provider', () => {
  it.each(oauthProviders)(
    `from %s is not verified by ${flags.length} undocumented values of the flag (A-2)`,
    (provider) => {
      const accepted = flags.filter((flag) => identify(provider, (document) => withFlag(document, flag))?.emailVerified)
      noteVariants(flags.length)
      // Apple documents a boolean or a string.
      expect(accepted.filter((flag) => provider !== 'apple' || flag !== 'true')).toEqual([])
    },
  )

  it.each(oauthProviders.filter((provider) => identify(provider, (document) => document)?.emailVerified))(
    'from %s is verified by the documented value',
    (provider) => {
      expect(identify(provider, (document) => document)).toMatchObject({ email: ada.email, emailVerified: true })
    },
  )

  it.each(['google', 'gitlab', 'salesforce', 'slack', 'linkedin', 'yahoo', 'microsoft', 'apple', 'twitch'] as const)(
    'from %s is not verified by the flag of another response (A-2)',
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

describe.each(engines)('an identity with an undocumented flag on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** A harness in which the responses and ID tokens of identity providers have the flag that `setFlag` sets. */
  async function createFlagHarness(): Promise<Harness & { setFlag(flag: { value: unknown } | null): void }> {
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
        const changed = await harness.fakes.oneTapToken(ada, { nonce, change: { email_verified: flag } })
        return Response.json({ ...(json as object), id_token: changed })
      }
    const harness: Harness = await createOAuthHarness(storage, {
      outbound: change,
      config: { limits: { requests_per_ip: { limit: 1e9, windowMs: 60_000 } } },
    })
    return {
      ...harness,
      setFlag(next) {
        wrong = next
      },
    }
  }

  it.each(casesOn(engine, ['google', 'github', 'bitbucket', 'discord', 'yahoo'] as const))(
    'from %s is not linked to an account (A-2)',
    async (provider) => {
      const harness = await createFlagHarness()
      const owner = await harness.signIn(ada.email)
      for (const flag of [undefined, null, 0, 1, '1', 'true', 'True', [true], ['true'], {}, { value: true }]) {
        harness.setFlag({ value: flag })
        noteVariants(1)
        const { outcome, data } = await signInWith(harness, provider)
        expect([flag, outcome, data.user_id === owner.accountId, data.user.emails]).toEqual([flag, '200', false, []])
        await harness.storage.accounts.remove(harness.project.id, data.user_id)
      }
      harness.setFlag(null)
      expect((await signInWith(harness, provider)).data.user_id).toBe(owner.accountId)
    },
  )

  it.inTurn(`from One Tap is not linked to an account in ${oneTapClaims.length} variants of claims (A-2)`, async () => {
    const generous = { limit: 1e9, windowMs: 60_000 }
    const limits = { requests_per_ip: generous, challenges_per_ip: generous, sign_ins_per_ip: generous }
    const harness = await createOAuthHarness(storage, { config: { limits } })
    const owner = await harness.signIn(ada.email)
    const before = await storage.accounts.get(harness.project.id, owner.accountId)
    const results = { refused: 0, apart: 0 }
    for (const change of oneTapClaims) {
      noteVariants(1)
      const { submitted, redeemed } = await oneTap(harness, change)
      // Each rejected token gets the same error, whatever it contains.
      if (redeemed === null) expect([change, submitted.status]).toEqual([change, 401])
      else expect([change, redeemed.outcome, redeemed.data.user_id === owner.accountId]).toEqual([change, '200', false])
      if (redeemed === null) results.refused += 1
      else {
        results.apart += 1
        expect([change, redeemed.data.user.emails]).toEqual([change, []])
        await storage.accounts.remove(harness.project.id, redeemed.data.user_id)
      }
      expect(await storage.accounts.get(harness.project.id, owner.accountId)).toEqual(before)
    }
    expect(results.refused + results.apart).toBe(oneTapClaims.length)
    expect(results.apart).toBeGreaterThan(results.refused)
    const { redeemed } = await oneTap(harness, {})
    expect(redeemed?.data.user_id).toBe(owner.accountId)
  })
})

/** Starts a prompt, submits an ID token with these claims to the endpoint of the frame and redeems the result. */
async function oneTap(harness: Harness, change: object): Promise<{ submitted: Answer; redeemed: Answer | null }> {
  const { code_challenge: codeChallenge, code_verifier } = pkcePair()
  const post = (path: string, body: object): Promise<Answer> =>
    harness.fetch(
      new Request(`https://auth.example.com/v1/frame/one_tap/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://auth.example.com' },
        body: JSON.stringify({ publicToken: harness.project.publicToken, parentOrigin: origin, ...body }),
      }),
    )
  const { csrfToken, oauthCallbackId } = JSON.parse((await post('start', {})).text)
  const idToken = await harness.fakes.oneTapToken(ada, { nonce: csrfToken, change })
  const submitted = await post('submit', { idToken, oauthCallbackID: oauthCallbackId, codeChallenge })
  if (submitted.status !== 200) return { submitted, redeemed: null }
  const token = new URL(JSON.parse(submitted.text).redirect_url).searchParams.get('token') ?? ''
  return { submitted, redeemed: await redeem(harness, token, { code_verifier }) }
}
