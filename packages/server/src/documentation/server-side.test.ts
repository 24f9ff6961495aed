import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateKeyPair, SignJWT } from 'jose'
import ts from 'typescript'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { createWorld, openTestStorage, type World } from '../testing/harness.ts'
import { createSessionReader } from './latchkey-session.suite.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const page = readFileSync(new URL('../../../../docs/server-side.md', import.meta.url), 'utf8')
const blocks = new Map(
  [...page.matchAll(/```ts\n\/\/ ([\w.-]+).*\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => [name, code]),
)

describe('docs/server-side.md', () => {
  it('shows the recipe that is tested below', () => {
    expect(blocks.get('latchkey-session.ts')).toBe(readFileSync(`${here}latchkey-session.suite.ts`, 'utf8'))
  })

  it('compiles, with as much of Next.js and Express as it uses', () => {
    const stubs = `
      declare module 'next/server' {
        interface Cookies { get(name: string): { value: string } | undefined; set(name: string, value: string, options?: { expires?: Date; path?: string; sameSite?: 'lax'; secure?: boolean }): void }
        export interface NextRequest extends Request { cookies: Cookies; nextUrl: URL }
        export class NextResponse extends Response {
          cookies: Cookies
          static next(init?: { request?: { headers: Headers } }): NextResponse
          static redirect(url: URL): NextResponse
        }
      }
      declare module 'cookie-parser' { export default function cookieParser(): unknown }
      declare module 'express' {
        interface Incoming { cookies: Record<string, string | undefined>; headers: { authorization?: string }; secure: boolean }
        interface Outgoing { redirect(path: string): void; locals: Record<string, unknown>; cookie(name: string, value: string, options: { expires: Date; path: string; sameSite: 'lax'; secure: boolean }): void }
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
    const world: World = await createWorld(storage)
    const { token, userId } = await world.signIn('ada@example.com')
    const { data } = await world.call('POST', '/sessions/authenticate', {}, { session: token })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
      asked.push(new URL(url).pathname)
      return world.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' })
    })
    vi.useFakeTimers({ toFake: ['Date'], now: world.clock.now() })
    const later = (minutes: number): void => {
      world.clock.advance(minutes * 60_000)
      vi.setSystemTime(world.clock.now())
    }
    const { id, publicToken } = world.project
    const read = createSessionReader({ provider: 'https://auth.example.com', projectId: id, publicToken })
    return { world, userId, later, asked, read, cookies: { session: token, jwt: data.session_jwt } }
  }

  it('reads a JWT without a call to the provider but for its keys', async () => {
    const { read, cookies, userId, asked, world } = await signedIn()
    const session = await read(cookies)
    expect([session?.payload.sub, session?.renewed]).toEqual([userId, undefined])
    await read(cookies)
    expect(asked).toEqual([`/v1/sessions/jwks/${world.project.id}`])
  })

  it('renews an expired JWT of a session that goes on', async () => {
    const { read, cookies, userId, later } = await signedIn()
    later(6)
    const session = await read(cookies)
    expect(session?.payload.sub).toBe(userId)
    expect(session?.renewed?.expires.toISOString()).toBe('2027-01-15T08:30:00.000Z')
    const again = await read({ jwt: session?.renewed?.jwt })
    expect([again?.payload.sub, again?.renewed]).toEqual([userId, undefined])
  })

  it('renews a JWT whose signing key is gone, such as that of a page that was closed for months', async () => {
    const { read, cookies, userId } = await signedIn()
    const { privateKey } = await generateKeyPair('ES256')
    const header = { alg: 'ES256', kid: 'rotated-away', typ: 'JWT' }
    const jwt = await new SignJWT({ sub: 'user-test-1' }).setProtectedHeader(header).sign(privateKey)
    expect(await read({ jwt })).toBeNull()
    const session = await read({ ...cookies, jwt })
    expect([session?.payload.sub, typeof session?.renewed?.jwt]).toEqual([userId, 'string'])
  })

  it('says signed out once the session has ended, and for a JWT that is not ours', async () => {
    const { read, cookies, later } = await signedIn()
    expect(await read({})).toBeNull()
    expect(await read({ jwt: `${cookies.jwt.slice(0, -8)}AAAAAAAA` })).toBeNull()
    later(31)
    expect(await read(cookies)).toBeNull()
  })

  it('throws for a wrong public token instead of signing the user out', async () => {
    const { cookies, world } = await signedIn()
    const options = { provider: 'https://auth.example.com', projectId: world.project.id }
    const read = createSessionReader({ ...options, publicToken: 'public-token-test-99999999' })
    await expect(read({ session: cookies.session })).rejects.toThrow(
      'The public token is unknown. Check the token and the URL of the provider.',
    )
    const right = createSessionReader({ ...options, publicToken: world.project.publicToken })
    expect(await right({ session: 'not:a token' })).toBeNull()
  })

  it('throws, and does not sign the user out, while the provider is busy', async () => {
    const { read, cookies, later } = await signedIn()
    later(6)
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
    await expect(read(cookies)).rejects.toThrow('Expected 200 OK from the JSON Web Key Set HTTP response')
    await expect(read({ session: cookies.session })).rejects.toThrow('The provider responded with status 503.')
  })
})
