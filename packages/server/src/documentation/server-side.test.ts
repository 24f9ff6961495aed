import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateKeyPair, SignJWT } from 'jose'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { createHarness, type Harness, openTestStorage } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'
import { createSessionReader } from './latchkey-session.suite.ts'

/** The value of the client's binding cookie. */
const bindingOf = (token: string): string => token.slice(-20)

const here = fileURLToPath(new URL('.', import.meta.url))
const page = readFileSync(new URL('../../../../docs/server-side.md', import.meta.url), 'utf8')
const blocks = new Map(
  [...page.matchAll(/```ts\n\/\/ ([\w.-]+).*\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => [name, code]),
)

describe('docs/server-side.md', () => {
  it('shows the recipe that is tested below', () => {
    expect(blocks.get('latchkey-session.ts')).toBe(readFileSync(`${here}latchkey-session.suite.ts`, 'utf8'))
  })

  it('compiles with stubs of Next.js and Express', () => {
    const stubs = `
      declare module 'next/server' {
        export interface NextRequest extends Request { nextUrl: URL }
        export class NextResponse extends Response {
          static next(): NextResponse
          static redirect(url: URL): NextResponse
        }
      }
      declare module 'express' {
        interface Incoming { headers: import('node:http').IncomingHttpHeaders }
        interface Outgoing { redirect(path: string): void; locals: Record<string, unknown> }
        type Handler = (request: Incoming, response: Outgoing, next: () => void) => Promise<void>
        export default function express(): { use(handler: unknown): void; use(path: string, handler: Handler): void }
      }`
    const files = new Map([...blocks, ['stubs.d.ts', stubs]].map(([name, code]) => [here + name, code]))
    const options: ts.CompilerOptions = {
      ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
      ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: ['node'] },
      ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] },
      skipLibCheck: true,
    }
    const host = ts.createCompilerHost(options)
    const { fileExists, getSourceFile, readFile } = host
    host.fileExists = (path) => files.has(path) || fileExists(path)
    host.readFile = (path) => files.get(path) ?? readFile(path)
    host.getSourceFile = (path, version) => {
      const code = files.get(path)
      return code === undefined ? getSourceFile(path, version) : ts.createSourceFile(path, code, version)
    }
    const program = ts.createProgram([...files.keys()], options, host)
    const problems = ts.getPreEmitDiagnostics(program)
    expect([...blocks.keys()]).toEqual(['latchkey-session.ts', 'proxy.ts', 'server.ts'])
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })
})

describe('the recipe for a server', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
  })
  afterAll(() => storage.close())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  async function signedIn() {
    const harness: Harness = await createHarness(storage)
    const { token, userId } = await harness.signIn('ada@example.com')
    const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: token })
    const requests: string[] = []
    vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
      requests.push(new URL(url).pathname)
      return harness.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' })
    })
    vi.useFakeTimers({ toFake: ['Date'], now: harness.clock.now() })
    const later = (minutes: number): void => {
      harness.clock.advance(minutes * 60_000)
      vi.setSystemTime(harness.clock.now())
    }
    const { id, publicToken } = harness.project
    const options = { provider: 'https://auth.example.com', projectId: id, publicToken }
    const read = createSessionReader(options)
    const jwt: string = data.session_jwt
    return { harness, userId, later, requests, options, read, token, jwt, bearer: { authorization: `Bearer ${jwt}` } }
  }

  const sessionCookies = (token: string): string =>
    `latchkey_session=${token}; __Host-latchkey_session_binding=${bindingOf(token)}`

  it('reads a JWT without a call to the provider except for its keys', async () => {
    const { read, bearer, jwt, userId, requests, harness } = await signedIn()
    const session = await read(bearer)
    expect([session?.payload.sub, session?.jwt]).toEqual([userId, jwt])
    await read(bearer)
    expect(requests).toEqual([`/v1/sessions/jwks/${harness.project.id}`])
  })

  it('gets a JWT for the session token of the cookies', async () => {
    const { read, token, userId } = await signedIn()
    const session = await read({ cookie: `theme=dark; ${sessionCookies(token)}` })
    expect(session?.payload.sub).toBe(userId)
    expect((await read({ authorization: `Bearer ${session?.jwt}` }))?.payload.sub).toBe(userId)
  })

  it('renews an expired JWT of a session that is still valid', async () => {
    const { read, bearer, jwt, token, userId, later } = await signedIn()
    later(6)
    expect(await read(bearer)).toBeNull()
    const session = await read({ ...bearer, cookie: sessionCookies(token) })
    expect([session?.payload.sub, session?.jwt === jwt]).toEqual([userId, false])
  })

  it('renews a JWT whose signing key is gone, such as that of a page that was closed for months', async () => {
    const { read, token, userId } = await signedIn()
    const { privateKey } = await generateKeyPair('ES256')
    const header = { alg: 'ES256', kid: 'rotated-away', typ: 'JWT' }
    const jwt = await new SignJWT({ sub: 'user-test-1' }).setProtectedHeader(header).sign(privateKey)
    const authorization = `Bearer ${jwt}`
    expect(await read({ authorization })).toBeNull()
    expect((await read({ authorization, cookie: sessionCookies(token) }))?.payload.sub).toBe(userId)
  })

  it('ignores an Authorization header of another scheme', async () => {
    const { read, token, userId } = await signedIn()
    const session = await read({ authorization: 'Basic c3RhZ2luZzpzZWNyZXQ=', cookie: sessionCookies(token) })
    expect(session?.payload.sub).toBe(userId)
  })

  it('reads the JWT of the cookie on localhost, and if all hosts of the domain are trusted', async () => {
    const { options, token, jwt, userId, requests, later } = await signedIn()
    const cookie = `latchkey_session=${token}; latchkey_session_jwt=${jwt}`
    const trusting = createSessionReader({ ...options, trustSiblingHosts: true })
    expect((await trusting({ cookie }))?.jwt).toBe(jwt)
    expect(requests.filter((path) => path.startsWith('/sdk/'))).toEqual([])
    later(6)
    expect((await trusting({ cookie }))?.payload.sub).toBe(userId)
    const local = createSessionReader({ ...options, provider: 'http://localhost:4000' })
    await expect(local({ cookie: `latchkey_session_jwt=${jwt}` })).resolves.toBeNull()
    expect(requests.slice(-1)).toEqual([`/v1/sessions/jwks/${options.projectId}`])
  })

  it('reads HttpOnly cookies that only this host can set', async () => {
    const { options, token, jwt, later, userId } = await signedIn()
    const read = createSessionReader({ ...options, cookieName: '__Host-latchkey_session' })
    const cookie = `__Host-latchkey_session=${token}; __Host-latchkey_session_jwt=${jwt}`
    expect((await read({ cookie }))?.jwt).toBe(jwt)
    later(6)
    expect((await read({ cookie }))?.payload.sub).toBe(userId)
    expect(await read({ cookie: cookie.replaceAll('__Host-', '') })).toBeNull()
  })

  it('returns null once the session has ended, and for a JWT of another issuer', async () => {
    const { read, token, jwt, later } = await signedIn()
    expect(await read({})).toBeNull()
    expect(await read({ authorization: `Bearer ${jwt.slice(0, -8)}AAAAAAAA` })).toBeNull()
    later(31)
    expect(await read({ cookie: sessionCookies(token) })).toBeNull()
  })

  it('throws for a wrong public token instead of signing the user out', async () => {
    const { options, read, token } = await signedIn()
    const wrong = createSessionReader({ ...options, publicToken: 'public-token-test-99999999' })
    await expect(wrong({ cookie: sessionCookies(token) })).rejects.toThrow(
      'The public token is unknown. Check the token and the URL of the provider.',
    )
    expect(await read({ cookie: sessionCookies('not:a token') })).toBeNull()
  })

  it('throws, and does not sign the user out, while the provider is busy', async () => {
    const { read, bearer, token, later } = await signedIn()
    later(6)
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
    await expect(read(bearer)).rejects.toThrow('Expected 200 OK from the JSON Web Key Set HTTP response')
    const cookie = sessionCookies(token)
    await expect(read({ cookie })).rejects.toThrow('The provider responded with status 503.')
  })

  it('never reads the session of another user from cookies that a sibling host has set (S-14)', async () => {
    const { read, harness, token, userId, jwt, later } = await signedIn()
    const mallory = await harness.signIn('mallory@example.com')
    const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: mallory.token })
    const foreign = { token: `latchkey_session=${mallory.token}`, jwt: `latchkey_session_jwt=${data.session_jwt}` }
    const own = { token: `latchkey_session=${token}`, jwt: `latchkey_session_jwt=${jwt}` }
    const binding = `__Host-latchkey_session_binding=${bindingOf(token)}`
    const foreignBinding = `__Host-latchkey_session_binding=${bindingOf(mallory.token)}`
    const cases: [string, string | null, ...string[]][] = [
      ['a JWT alone', null, foreign.jwt],
      ['a token alone', null, foreign.token],
      ['a token and a JWT', null, foreign.token, foreign.jwt],
      ['a token with an empty binding', null, foreign.token, '__Host-latchkey_session_binding='],
      ['an overwritten JWT', userId, own.token, foreign.jwt, binding],
      ['a JWT before the user’s', userId, foreign.jwt, own.jwt, own.token, binding],
      ['a JWT after the user’s', userId, own.token, binding, own.jwt, foreign.jwt],
      ['an overwritten token', null, foreign.token, own.jwt, binding],
      ['an overwritten token and JWT', null, foreign.token, foreign.jwt, binding],
      ['a token before the user’s', userId, foreign.token, own.token, binding],
      ['a token after the user’s', userId, binding, own.token, foreign.token],
      ['a quoted token', null, `latchkey_session="${mallory.token}"`, binding],
      ['an empty token before the user’s', userId, 'latchkey_session=', own.token, binding],
      // A browser lets other hosts set names that are not exactly those with the prefix.
      ...['\u00a0', '\u2002', '\t', '\v', '=', ' '].map((before): [string, null, ...string[]] => [
        ...([`a binding after ${JSON.stringify(before)}`, null, foreign.token] as const),
        before + foreignBinding,
      ]),
      ['a binding in lower case', null, foreign.token, foreignBinding.toLowerCase()],
      ['a binding inside of another cookie', null, foreign.token, `note="${foreignBinding}"`],
    ]
    for (const minutes of [0, 6]) {
      later(minutes)
      for (const [name, expected, ...cookies] of cases)
        expect([name, (await read({ cookie: cookies.join('; ') }))?.payload.sub ?? null]).toEqual([name, expected])
    }
    noteVariants(2 * cases.length)
  })
})
