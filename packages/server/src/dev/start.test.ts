import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminMembersListResponse, AdminOrganizationsListResponse } from '@latchkey/contract/admin'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../core/vault.ts'
import { createRandom } from '../node/system-clock.ts'
import { createProject } from '../projects/create-project.ts'
import { openSqlite } from '../storage/operations/open-storage.ts'
import { openMasterKey } from './master-key.ts'
import { type Development, startDevelopment } from './start.ts'

let dataDir: string
const running: Development[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-dev-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((development) => development.close()))
  await rm(dataDir, { recursive: true })
})

async function start(port = 0): Promise<Development> {
  const development = await startDevelopment({
    port,
    dataDir,
    version: '1.2.3',
    commandLine: 'npx latchkey',
    pages: ({ url }) => [
      { path: '/', contentType: 'text/html; charset=utf-8', body: `<title>${url}</title>` },
      { path: '/shared.js', contentType: 'text/javascript; charset=utf-8', body: 'export {}', isShared: true },
    ],
  })
  running.push(development)
  return development
}

/** Requests a passcode like a page on any port of this machine. */
function sendCode({ url, projects }: Development, email: string, origin = 'http://localhost:3000'): Promise<Response> {
  const token = projects[0]?.publicToken
  return fetch(`${url}/sdk/v1/otps/email/login_or_create`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${token}:${token}`)}`,
      'content-type': 'application/json',
      origin,
    },
    body: JSON.stringify({ email, expiration_minutes: 5 }),
  })
}

describe('startDevelopment', () => {
  it('names the command that authorizes an origin as the developer types it', async () => {
    const development = await start()
    const refused = await (await sendCode(development, 'ada@example.com', 'https://app.example.com')).json()
    const command = `npx latchkey origins add https://app.example.com --project ${development.projects[0]?.id} --dev`
    expect([refused.error_message, refused.error_details]).toEqual([
      `The origin https://app.example.com is not authorized for this project. Run: ${command}`,
      { origin: 'https://app.example.com', command },
    ])
  })

  it('seeds one consumer and one business project, and finds them again on the same folder', async () => {
    const first = await start()
    await first.close()
    const second = await start()
    const expected = [
      ['CONSUMER', 'public-token-test-11111111-1111-4111-8111-111111111111'],
      ['B2B', 'public-token-test-22222222-2222-4222-8222-222222222222'],
    ]
    const tokens = ({ projects }: Development) => projects.map(({ vertical, publicToken }) => [vertical, publicToken])
    expect([tokens(first), tokens(second)]).toEqual([expected, expected])
  })

  it('seeds two organizations with five members, and leaves changed ones as they are', async () => {
    const first = await start()
    const project = first.projects[1]?.id
    const read = async <Data>({ url }: Development, path: string): Promise<Data> =>
      (await (await fetch(`${url}/dev/admin/${project}/organizations${path}`)).json()).data
    const added = await fetch(`${first.url}/dev/admin/${project}/organizations/globex/members`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email_address: 'dorothy@globex.test', name: 'Dorothy Vaughan' }),
    })
    expect(added.status).toBe(200)
    await first.close()
    const second = await start()
    const list = await read<AdminOrganizationsListResponse>(second, '')
    const organizations = list.organizations.sort((one, other) =>
      one.organization_slug < other.organization_slug ? -1 : 1,
    )
    const members = await Promise.all(
      organizations.map(({ organization_slug: slug }) => read<AdminMembersListResponse>(second, `/${slug}/members`)),
    )
    expect(
      organizations.map(({ organization_name: name, organization_slug: slug }, index) => [
        ...[name, slug],
        members[index]?.members
          .map((member) => [member.email_address, member.status, ...member.roles].join(' '))
          .sort(),
      ]),
    ).toEqual([
      ['Acme', 'acme', ['ada@acme.test active latchkey_admin', 'alan@example.com invited', 'grace@acme.test active']],
      [
        'Globex',
        'globex',
        ['ada@acme.test active', 'dorothy@globex.test active', 'katherine@globex.test active latchkey_admin'],
      ],
    ])
    const storage = await openSqlite({ path: join(dataDir, 'latchkey.sqlite') })
    const verified = await storage.organizationDomains.findVerified(project ?? '', 'acme.test')
    const globex = await storage.organizations.getBySlug(project ?? '', 'globex')
    const { redirectUrls } = (await storage.projects.get(project ?? ''))?.settings ?? {}
    await storage.close()
    expect(verified?.organizationId).toBe(organizations[0]?.organization_id)
    expect(globex?.settings).toEqual({ mfa_policy: 'REQUIRED_FOR_ALL' })
    expect([redirectUrls?.invite?.[0], redirectUrls?.discovery?.[0]]).toEqual([
      `${second.url}/business`,
      `${second.url}/business`,
    ])
  })

  it('provides the fake identity providers for a project that is created while it runs', async () => {
    const { url, clock } = await start()
    const random = createRandom()
    const storage = await openSqlite({ path: join(dataDir, 'latchkey.sqlite') })
    const vault = createVault([await openMasterKey(dataDir, random)], random)
    const landing = 'http://localhost:3000/in'
    const redirectUrls = { login: [landing], signup: [landing], reset_password: [], logout: [] }
    const { publicToken } = await createProject(
      storage,
      { clock, random, vault },
      { name: 'Late', environment: 'test', vertical: 'CONSUMER', baseUrl: url, settings: { redirectUrls } },
    )
    await storage.close()
    const query = new URLSearchParams({ public_token: publicToken, code_challenge: 'x'.repeat(43) })
    const answer = await fetch(`${url}/v1/public/oauth/google/start?${query}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')?.split('?')[0]]).toEqual([
      302,
      `${url}/dev/identity-providers/google/authorization`,
    ])
  })

  it('signs JWTs by the moved clock, so that a backend verifies them at that time and renews an expired one', async () => {
    const development = await start()
    const { url, projects, inbox } = development
    const [{ id: projectId = '', publicToken = '' } = {}] = projects
    const move = (advance_ms: number) =>
      fetch(`${url}/dev/clock`, { method: 'POST', body: JSON.stringify({ advance_ms }) })
    await move(86_400_000)
    const { data } = (await (await sendCode(development, 'ada@example.com')).json()) as { data: { method_id: string } }
    await development.provider.outbox.drain()
    const [token] = inbox.messages('ada@example.com')[0]?.codes ?? []
    const post = async (path: string, session: string, body: object) => {
      // Like a backend, without an origin.
      const authorization = `Basic ${btoa(`${publicToken}:${session}`)}`
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/sdk/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { data: { session_token: string; session_jwt: string } }).data
    }
    const body = { token, method_id: data.method_id, session_duration_minutes: 60 }
    const signedIn = await post('/otps/authenticate', publicToken, body)
    // The recipe of docs/getting-started.md and docs/testing.md.
    const keys = createRemoteJWKSet(new URL(`${url}/v1/sessions/jwks/${projectId}`))
    const options = { issuer: `${url}/v1/public/${projectId}`, audience: projectId, typ: 'JWT' }
    const verify = async (jwt: string) => {
      const { now_ms } = (await (await fetch(`${url}/dev/clock`)).json()) as { now_ms: number }
      const verified = jwtVerify(jwt, keys, { ...options, currentDate: new Date(now_ms) })
      return verified.then(
        () => 'valid',
        ({ code }) => code,
      )
    }
    await expect(jwtVerify(signedIn.session_jwt, keys, options)).rejects.toThrow('"nbf" claim')
    expect(await verify(signedIn.session_jwt)).toBe('valid')
    await move(6 * 60_000)
    expect(await verify(signedIn.session_jwt)).toBe('ERR_JWT_EXPIRED')
    const renewed = await post('/sessions/authenticate', signedIn.session_token, {})
    expect(await verify(renewed.session_jwt)).toBe('valid')
  })

  it('delivers to its inbox and accepts pages of every local port, but no others', async () => {
    const development = await start()
    const statuses = [
      (await sendCode(development, 'ada@example.com')).status,
      (await sendCode(development, 'bob@example.com', 'http://127.0.0.1:5173')).status,
      (await sendCode(development, 'eve@example.com', 'https://evil.example')).status,
    ]
    await development.provider.outbox.drain()
    const { messages } = (await (await fetch(`${development.url}/dev/inbox?to=ada@example.com`)).json()) as {
      messages: { codes: string[] }[]
    }
    expect(statuses.map((status) => status === 200)).toEqual([true, true, false])
    expect(messages.map(({ codes }) => codes)).toEqual([[expect.stringMatching(/^\d{6}$/)]])
    expect(development.inbox.messages().map(({ to }) => to)).toEqual(['bob@example.com', 'ada@example.com'])
  })

  it('serves the given pages with the strict policy, in addition to the API', async () => {
    const { url } = await start()
    const page = await fetch(`${url}/`)
    expect(await page.text()).toBe(`<title>${url}</title>`)
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok', version: '1.2.3' })
  })

  it('lets pages of other origins load shared files only', async () => {
    const { url } = await start()
    const sharing = async (path: string): Promise<(string | null)[]> => {
      const { headers } = await fetch(url + path)
      return [headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')]
    }
    expect([await sharing('/'), await sharing('/shared.js')]).toEqual([
      [null, 'same-origin'],
      ['*', 'cross-origin'],
    ])
  })

  it('redirects links to its own page on any port', async () => {
    const first = await start()
    await first.close()
    const second = await start()
    const token = second.projects[0]?.publicToken
    const sent = await fetch(`${second.url}/sdk/v1/magic_links/email/login_or_create`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${token}:${token}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', code_challenge: 'x'.repeat(43) }),
    })
    expect(sent.status).toBe(200)
    await second.provider.outbox.drain()
    const link = second.inbox.messages('ada@example.com')[0]?.links[0] ?? ''
    const landing = await fetch(link, { redirect: 'manual' })
    expect(new URL(landing.headers.get('location') ?? '').origin).toBe(second.url)
  })

  it('accepts a code before its expiry, but not after the clock was moved past it', async () => {
    const development = await start()
    const { url, inbox, provider, projects } = development
    const token = projects[0]?.publicToken
    const redeem = async (email: string, advanceMs: number): Promise<number> => {
      const { data } = (await (await sendCode(development, email)).json()) as { data: { method_id: string } }
      await provider.outbox.drain()
      const code = inbox.messages(email)[0]?.codes[0]
      await fetch(`${url}/dev/clock`, { method: 'POST', body: JSON.stringify({ advance_ms: advanceMs }) })
      const response = await fetch(`${url}/sdk/v1/otps/authenticate`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${token}:${token}`)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ token: code, method_id: data.method_id, session_duration_minutes: 30 }),
      })
      return response.status
    }
    const inTime = await redeem('ada@example.com', 4 * 60_000)
    const late = await redeem('bob@example.com', 6 * 60_000)
    expect([inTime, late === 200]).toEqual([200, false])
  })

  it('provides every identity provider at every start', async () => {
    const first = await start()
    const page = `${first.url}/v1/public/oauth/google/start?public_token=${first.projects[0]?.publicToken}&code_challenge=${'x'.repeat(43)}`
    const started = await fetch(page, { redirect: 'manual' })
    const consent = await fetch(started.headers.get('location') ?? '')
    expect([started.status, consent.status, (await consent.text()).includes('Sign in with Google')]).toEqual([
      302,
      200,
      true,
    ])
    await first.close()
    const again = await start()
    expect((await fetch(page.replace(first.url, again.url), { redirect: 'manual' })).status).toBe(302)
  })

  it('does not start on a folder whose master key is missing', async () => {
    await (await start()).close()
    await rm(join(dataDir, 'master.key'))
    await expect(start()).rejects.toThrow('was created with another master key')
  })

  it('opens nothing when its port is in use', async () => {
    const { port } = await start()
    const elsewhere = join(dataDir, 'elsewhere')
    await expect(startDevelopment({ port, dataDir: elsewhere })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(rm(elsewhere, { recursive: true })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('releases the port when the start fails', async () => {
    const { port, close } = await start()
    await close()
    const openStorage = () => Promise.reject(new Error('no database'))
    await expect(startDevelopment({ port, dataDir, openStorage })).rejects.toThrow('no database')
    expect((await start(port)).port).toBe(port)
  })
})
