import { readdirSync, readFileSync } from 'node:fs'
import { createBackend } from '@latchkey/backend'
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, it as bothEngines, describe, expect, vi } from 'vitest'
import { callback, createIdpHarness, type IdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { createSigningKeys } from '../signing/signing-keys.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const docs = new URL('../../../../docs/', import.meta.url)

/** The code blocks of the documentation that verify a session JWT. */
const snippets = readdirSync(docs)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const text = readFileSync(new URL(file, docs), 'utf8')
    return [...text.matchAll(/```(?:ts|js|tsx)\n([\s\S]*?)```/g)].map(([, code = '']) => ({ file, code }))
  })
  .filter(({ code }) => code.includes('jwtVerify('))

/** The checks of a verification. The test removes each of them in turn. */
const checks = {
  typ: /\s*typ: 'JWT',?/,
  audience: /\s*audience(: [\w.]+)?,?/,
  issuer: /\s*issuer(: `[^`]*`)?,?/,
}

/** Resolves to the response of a block that rejects a request itself. */
type Snippet = (names: Record<string, unknown>) => Promise<Response | undefined>

/** Makes a code block callable. `names` replaces the imports and variables that the documentation assumes. */
function runnable(code: string): Snippet {
  const body = code
    .replaceAll('http://localhost:4000', 'https://auth.example.com')
    .replace(/^import .*$/gm, '')
    .replace(/^payload.*$/gm, '')
    // Uses the project of the test instead of the one in the example.
    .replace(/^const projectId = .*$/gm, '')
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  return (names) => {
    const own = Object.keys(names).filter((name) => !new RegExp(`const ([{[][^=]*)?\\b${name}\\b`).test(body))
    return new AsyncFunction(...own, body)(...own.map((name) => names[name]))
  }
}

describe.each(engines)('tokens of a client application on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** One token of each kind, all of the same user, project and signing keys. */
  async function tokensOf(harness: IdpHarness): Promise<{ session: string; others: Record<string, string> }> {
    const scopes = ['openid', 'offline_access', 'full_access']
    const client = await harness.newClient({ client_type: 'first_party', scopes })
    const { token, accountId, sessionId } = await harness.signIn('ada@example.com')
    const granted = async (query: Record<string, string>) => {
      const { code_challenge, code_verifier } = pkcePair()
      const request = { client_id: client.id, code_challenge, scope: scopes.join(' '), ...query }
      const { query: answer } = await harness.consent(request, token)
      const form = { grant_type: 'authorization_code', code: answer.code, redirect_uri: callback, code_verifier }
      return (await harness.token(client, form)).json
    }
    const own = await granted({})
    const renewal = { grant_type: 'refresh_token', refresh_token: own.refresh_token }
    const iat = Math.floor(harness.clock.now() / 1_000)
    const claims = {
      iss: harness.issuer,
      sub: accountId,
      aud: client.id,
      iat,
      exp: iat + 120,
      jti: 'x',
      sid: sessionId,
    }
    const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: token })
    return {
      session: data.session_jwt,
      others: {
        'access token': own.access_token ?? '',
        'access token for the project': (await granted({ resource: harness.issuer })).access_token ?? '',
        'access token for an API': (await granted({ resource: 'https://api.example.net/' })).access_token ?? '',
        'renewed access token': (await harness.token(client, renewal)).json.access_token ?? '',
        'ID token': own.id_token ?? '',
        'logout token': await createSigningKeys(harness).sign(harness.project.id, 'ES256', claims, 'logout+jwt'),
      },
    }
  }

  function stubFetchAndClock(harness: IdpHarness): void {
    vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) =>
      new URL(url).pathname === '/dev/clock'
        ? Response.json({ now_ms: harness.clock.now() })
        : harness.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' }),
    )
    vi.useFakeTimers({ toFake: ['Date'], now: harness.clock.now() })
  }

  it.inTurn(
    'are rejected as a session by every documented verification, also with one check removed (S-12)',
    async () => {
      const harness = await createIdpHarness(storage)
      const { session, others } = await tokensOf(harness)
      stubFetchAndClock(harness)
      const projectId = harness.project.id
      const audience = projectId
      const keys = createRemoteJWKSet(new URL(`https://auth.example.com/v1/sessions/jwks/${projectId}`))
      const names = {
        createRemoteJWKSet,
        customFetch,
        jwtVerify,
        keys,
        projectId,
        audience,
        provider: 'https://auth.example.com',
        issuer: harness.issuer,
        kit: harness,
      }
      const outcome = (run: Snippet, token: string, headers: HeadersInit = { authorization: `Bearer ${token}` }) =>
        run({ ...names, token, jwt: token, request: new Request('https://app.example.com/api', { headers }) }).then(
          (rejected) => (rejected ? `status ${rejected.status}` : 'accepted'),
          (error: { code?: string; message: string }) => error.code ?? error.message,
        )
      expect(snippets.map(({ file }) => file)).toEqual([
        ...['getting-started.md', 'short-answers.md', 'testing.md', 'testing.md'],
      ])
      let tried = 0
      for (const { file, code } of snippets) {
        const variants = [code, ...Object.values(checks).map((check) => code.replace(check, ''))]
        // Each code block has all three checks.
        expect([file, new Set(variants).size]).toEqual([file, 4])
        for (const variant of variants) {
          const run = runnable(variant)
          expect([file, variant, await outcome(run, session)]).toEqual([file, variant, 'accepted'])
          // Any host of the site can set this cookie, with a valid JWT of its own user.
          if (code.includes('request.headers')) {
            const cookie = `latchkey_session_jwt=${session}`
            expect([variant, await outcome(run, '', { cookie })]).toEqual([variant, 'status 401'])
          }
          for (const [kind, token] of Object.entries(others)) {
            // An ID token differs from a session JWT only in its audience.
            if (kind === 'ID token' && variant === variants[2]) continue
            tried += 1
            expect([file, kind, variant, await outcome(run, token)]).toEqual([
              ...[file, kind, variant, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
            ])
          }
        }
      }
      noteVariants(tried)
      expect(tried).toBe(92)
    },
  )

  it.inTurn('are rejected as a session by the backend package (S-12)', async () => {
    const harness = await createIdpHarness(storage)
    const { session, others } = await tokensOf(harness)
    stubFetchAndClock(harness)
    const { id, publicToken } = harness.project
    const backend = createBackend({ baseUrl: 'https://auth.example.com', projectId: id, publicToken })
    const read = (headers: Record<string, string>) => backend.verifyRequest({ headers })
    const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` })
    expect((await read(bearer(session)))?.userId).toBe(decodeJwt(session).sub)
    for (const [kind, jwt] of Object.entries(others)) expect([kind, await read(bearer(jwt))]).toEqual([kind, null])
    noteVariants(2 * Object.keys(others).length)
    // The token is also rejected as a session token.
    for (const [kind, token] of Object.entries(others)) {
      const cookie = `latchkey_session=${token}; __Host-latchkey_session_binding=${token.slice(-20)}`
      expect([kind, await read({ cookie })]).toEqual([kind, null])
    }
  })
})
