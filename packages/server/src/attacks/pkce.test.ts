import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callback, createIdpHarness, type IdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes, land } from '../products/oauth/oauth.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { isLongRun } from '../storage/testing/run-length.ts'
import { engines, openTestStorage, tokenOf } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const email = 'ada@example.com'
const lasting = { session_duration_minutes: 30 }
const variants = isLongRun ? 200 : 25
const seed = Number(process.env.FUZZ_SEED ?? 1)

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

const unreserved = fc.constantFrom(...'ABCXYZabcxyz0189-._~')
const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(unreserved, { minLength, maxLength }).map((characters) => characters.join(''))
const valid = fc.oneof(text(43, 43), text(128, 128), text(43, 128))
const tooShort = text(0, 42)
/** One character that RFC 7636 does not allow, in an otherwise valid verifier. */
const foreign = fc
  .tuple(text(43, 127), fc.constantFrom('+', '/', '=', ' ', '%', '!', '*', 'ä', '\u00a0', ':'), fc.nat(42))
  .map(([verifier, character, at]) => `${verifier.slice(0, at)}${character}${verifier.slice(at)}`)

/** Starts each flow with a code challenge and returns a call that redeems it with a code verifier. */
const flows: Record<
  string,
  (harness: IdpHarness, code_challenge: string) => Promise<(verifier: string) => Promise<string>>
> = {
  async 'a magic link'(harness, code_challenge) {
    await harness.call('POST', '/magic_links/email/login_or_create', { email, code_challenge })
    const token = tokenOf(await harness.lastMessage(email))
    return async (code_verifier) =>
      (await harness.call('POST', '/magic_links/authenticate', { token, code_verifier, ...lasting })).outcome
  },
  async 'a password reset'(harness, code_challenge) {
    await harness.call('POST', '/passwords/email/reset/start', { email, code_challenge })
    await harness.provider.outbox.drain()
    const mail = harness.sent.findLast(({ links }) => links.length === 2)
    const token = new URL(mail?.links[0] ?? '').searchParams.get('token')
    const body = { token, password: 'violet kettle ambles north', ...lasting }
    return async (code_verifier) =>
      (await harness.call('POST', '/passwords/email/reset', { ...body, code_verifier })).outcome
  },
  async 'an OAuth sign-in'(harness, code_challenge) {
    const { token } = await land(harness, 'google', { email, email_verified: 'true' }, { code_challenge })
    return async (code_verifier) =>
      (await harness.call('POST', '/oauth/authenticate', { token, code_verifier, ...lasting })).outcome
  },
  async 'a code of the identity provider'(harness, code_challenge) {
    const client = await harness.newClient()
    const { token: session } = await harness.signIn(email)
    const { query } = await harness.consent({ client_id: client.id, code_challenge }, session)
    return async (code_verifier) => {
      const given = { grant_type: 'authorization_code', code: query.code ?? '', redirect_uri: callback, code_verifier }
      const { status, json } = await harness.token(client, given)
      return status === 200 ? '200' : (json.error ?? String(status))
    }
  },
}

describe.each(engines)('PKCE on %s', (engine) => {
  let storage: Storage
  let harness: IdpHarness
  const generous = { limit: 1e9, windowMs: 60_000 }
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    const names = ['sends_per_address', 'sends_per_address_daily', 'sends_per_ip', 'sends_per_project']
    const more = ['requests_per_ip', 'challenges_per_ip', 'authorizations_per_ip', 'requests_per_oauth_client']
    harness = await createIdpHarness(storage, {
      config: { limits: Object.fromEntries([...names, ...more].map((name) => [name, generous])) },
    })
    await addFakes(harness, harness.project)
  })
  afterAll(() => storage.close())

  describe.each(Object.entries(flows))('for %s', (_, start) => {
    it(`rejects ${variants} verifiers that RFC 7636 does not allow, each with a matching challenge (O-13)`, async () => {
      const drawn = fc.sample(fc.oneof(tooShort, foreign), { numRuns: variants, seed })
      for (const verifier of ['', 'x', 'x'.repeat(42), ...drawn]) {
        noteVariants(1)
        const finish = await start(harness, challengeOf(verifier))
        expect([verifier, await finish(verifier)]).toEqual([
          verifier,
          expect.stringMatching(/^(pkce_mismatch|invalid_grant|schema_error)$/),
        ])
      }
    })

    it('accepts verifiers of 43 to 128 unreserved characters (O-13)', async () => {
      for (const verifier of fc.sample(valid, { numRuns: Math.ceil(variants / 5), seed })) {
        const finish = await start(harness, challengeOf(verifier))
        expect([verifier, await finish(verifier)]).toEqual([verifier, '200'])
      }
    })
  })
})
