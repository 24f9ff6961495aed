import { describe, expect, it } from 'vitest'
import { claimsOf } from './answers.ts'
import { type FakeAccount, fakeAccounts } from './fake-accounts.ts'
import { createFakeIdentityProviders } from './fakes.ts'
import { createSigner } from './signer.ts'
import { fakeTenants } from './tenants.ts'

const baseUrl = 'http://localhost:4000'
const random = { bytes: (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length)) }
let now = Date.UTC(2030, 0, 1)
const fakes = createFakeIdentityProviders({ baseUrl, clock: { now: () => now }, random })
const root = `${baseUrl}/dev/identity-providers`

const request = {
  ...{ client_id: 'latchkey-fake-github', redirect_uri: `${baseUrl}/v1/oauth/callback/x`, response_type: 'code' },
  ...{ scope: 'read:user user:email', state: 's', code_challenge_method: 'S256' },
  // RFC 7636, appendix B.
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
}
const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

const authorize = (change: object = {}) =>
  fakes.fetch(new Request(`${root}/github/authorization?${new URLSearchParams({ ...request, ...change })}`))

async function codeFor(choice: Record<string, string> = { account: 'ada' }): Promise<string> {
  const carried = Object.entries(request).map(([name, value]) => [`request_${name}`, value])
  const body = new URLSearchParams({ ...Object.fromEntries(carried), ...choice })
  const answer = await fakes.fetch(new Request(`${root}/github/authorization`, { method: 'POST', body }))
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

async function redeem(code: string, change: object = {}): Promise<Record<string, string>> {
  const form = {
    ...{ grant_type: 'authorization_code', code, redirect_uri: request.redirect_uri, code_verifier },
    ...{ client_id: 'latchkey-fake-github', client_secret: 'latchkey-fake-github-secret', ...change },
  }
  const body = new URLSearchParams(form)
  const answer = await fakes.fetch(new Request(`${root}/github/token`, { method: 'POST', body }))
  return (await answer.json()) as Record<string, string>
}

const read = (part: string, token: string) =>
  fakes.fetch(new Request(`${root}/github/${part}`, { headers: { authorization: `Bearer ${token}` } }))
const profile = async (token: string) => (await read('profile', token)).status

describe('a fake identity provider', () => {
  it('issues no code before its signing key exists', async () => {
    const events: string[] = []
    const signer = createSigner()
    const slow = createFakeIdentityProviders({
      ...{ baseUrl, clock: { now: () => now }, random },
      signer: {
        ...signer,
        async jwks() {
          const keys = await signer.jwks()
          events.push('key')
          return keys
        },
      },
    })
    await slow.fetch(new Request(`${root}/github/authorization?${new URLSearchParams(request)}`))
    events.push('page')
    expect(events).toEqual(['key', 'page'])
  })

  it('shows a page to choose a user that loads nothing from other origins', async () => {
    const page = await authorize()
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
        "form-action 'self' http://localhost:* http://127.0.0.1:*; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    ])
    const hostile = await (await authorize({ state: '"><script>alert(1)</script>' })).text()
    expect(hostile).not.toContain('<script>')
  })

  it.each([
    [{ client_id: 'another' }, 'No application'],
    [{ redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
    [{ response_type: 'token' }, 'response_type'],
    [{ scope: 'repo' }, 'scope'],
    [{ state: '' }, 'state'],
    [{ code_challenge_method: 'plain' }, 'code_challenge_method'],
  ])('rejects %j without a redirect', async (change, problem) => {
    const answer = await authorize(change)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain(problem)
  })

  it('accepts a code once; a second use revokes the token of the first', async () => {
    const code = await codeFor()
    const { access_token = '' } = await redeem(code)
    expect(await profile(access_token)).toBe(200)
    expect((await redeem(code)).error).toBe('invalid_grant')
    expect(await profile(access_token)).toBe(401)
  })

  it.each([
    { client_secret: 'wrong' },
    { client_id: 'another' },
    { code_verifier: 'x'.repeat(43) },
    { redirect_uri: `${baseUrl}/v1/oauth/callback/y` },
    { grant_type: 'password' },
    { code: 'made up' },
  ])('rejects a token request with %j', async (change) => {
    expect(await redeem(await codeFor(), change)).toEqual({
      error: expect.any(String),
      error_description: 'The request was rejected.',
    })
  })

  it.each([
    [{ account: 'ada' }, []],
    [{ account: 'ada-acme' }, [2001]],
    [{ email: 'zed@example.com', tenants: 'acme, globex,77' }, [2001, 2002, 77]],
  ])('has the memberships of %j, after a pending one', async (choice, ids) => {
    const { access_token = '' } = await redeem(await codeFor(choice as Record<string, string>))
    const memberships: { state: string; organization: { id: number } }[] = await (
      await read('memberships', access_token)
    ).json()
    expect(memberships.map(({ state, organization }) => [state, organization.id])).toEqual([
      ['pending', 2099],
      ...ids.map((id) => ['active', id]),
    ])
  })

  it.each([
    ['google', 'ada', {}],
    ['google', 'ada-acme', { hd: 'acme.test' }],
    ['microsoft', 'katherine', { tid: fakeTenants.globex.ids.microsoft, xms_edov: true }],
    ['microsoft', 'charles', { tid: fakeTenants.acme.ids.microsoft }],
    ['slack', 'charles', { 'https://slack.com/team_id': 'T0000ACME', email_verified: false }],
    ['slack', 'ada', { 'https://slack.com/team_id': 'T0000OTHER', email_verified: true }],
  ] as const)('asserts the tenant at %s of %s', (provider, name, expected) => {
    const names = [
      'hd',
      'tid',
      'xms_edov',
      'https://slack.com/team_id',
      ...(provider === 'slack' ? ['email_verified'] : []),
    ]
    const claims = claimsOf(provider, fakeAccounts[name] as FakeAccount)
    expect(Object.fromEntries(Object.entries(claims).filter(([claim]) => names.includes(claim)))).toEqual(expected)
  })

  it('expires a code after five minutes', async () => {
    const code = await codeFor()
    now += 5 * 60_000
    expect((await redeem(code)).error).toBe('invalid_grant')
  })

  it('responds with 404 outside of its own paths', async () => {
    const statuses = ['myspace/authorization', 'github', 'github/jwks/x', 'github/client.js', 'google/x', ''].map(
      async (path) => (await fakes.fetch(new Request(`${root}/${path}`))).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 404, 404])
  })
})
