// The example for Next.js, with the packages as they are published: a production build, in Chromium.
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations, openPage, sharedBrowser } from '../../browser.ts'
import { createMemoryFolder } from '../../memory-folder.ts'
import { newestMessage, type RunningProcess, runCliCommand, startDevelopment } from '../../provider.ts'
import { createFreshApplication, type FreshApplication } from '../packed/fresh-application.ts'
import { findTarballs } from '../packed/tarballs.ts'

const demo = 'project-test-11111111-1111-4111-8111-111111111111'
const next = 'next/dist/bin/next'
const minute = 60_000

/** Only editors may delete notes. */
const policy = {
  resources: [{ resource_id: 'notes', description: 'Notes', actions: ['delete'] }],
  roles: [{ role_id: 'editor', description: 'Editors', permissions: [{ resource_id: 'notes', actions: ['delete'] }] }],
  scopes: [],
}

let dataDir: string
let clockFile: string
let provider: RunningProcess
let application: FreshApplication
let httpOnlyProject: { project_id: string; public_token: string }
let context: BrowserContext
const complaints: string[] = []

/** Moves the clocks of the provider and of the application's server. The clock of the browser stays. */
async function moveClock(ms: number): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ advance_ms: ms })
  expect((await fetch(`${provider.url}/dev/clock`, { method: 'POST', headers, body })).status).toBe(200)
  writeFileSync(clockFile, String(Number(readFileSync(clockFile, 'utf8')) + ms))
}

beforeAll(async () => {
  dataDir = createMemoryFolder('nextjs')
  clockFile = join(dataDir, 'clock-offset')
  writeFileSync(clockFile, '0')
  const [tarballs, started] = await Promise.all([findTarballs(), startDevelopment({ dataDir })])
  provider = started
  httpOnlyProject = await runCliCommand(
    dataDir,
    ...['projects', 'create', '--name', 'HttpOnly', '--environment', 'test'],
    ...['--origin', 'http://localhost:*', '--redirect', 'http://localhost/'],
  )
  await runCliCommand(
    dataDir,
    ...['settings', 'set', 'cname_domain=localhost', 'http_only_cookies.enabled=true'],
    ...['--project', httpOnlyProject.project_id],
  )
  await runCliCommand(dataDir, 'settings', 'set', `rbac_policy=${JSON.stringify(policy)}`, '--project', demo)
  // A running provider applies changed settings within five seconds of its clock.
  await moveClock(6_000)
  application = await createFreshApplication({
    sources: '../../examples/nextjs',
    versions: '../../examples/nextjs',
    install: ['@latchkey/nextjs', '@latchkey/react', '@latchkey/widgets'],
    tarballs,
    env: {
      NEXT_PUBLIC_LATCHKEY_URL: provider.url,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_OPTIONS: `--require ${join(import.meta.dirname, '..', 'packed', 'movable-clock.cjs')}`,
      CLOCK_OFFSET_FILE: clockFile,
    },
  })
  await application.run(next, 'build')
}, 600_000)

afterAll(async () => {
  await application?.end()
  await provider?.end()
  await rm(dataDir, { recursive: true, force: true })
}, 600_000)

describe.each([
  {
    mode: 'cookies that scripts can read',
    jwtCookie: 'latchkey_session_jwt',
    env: (): Record<string, string> => ({}),
  },
  {
    mode: 'HttpOnly cookies',
    jwtCookie: '__Host-latchkey_session_jwt',
    env: () => ({
      NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN: httpOnlyProject.public_token,
      LATCHKEY_PROJECT_ID: httpOnlyProject.project_id,
      LATCHKEY_COOKIE_NAME: '__Host-latchkey_session',
    }),
  },
])('a Next.js application with $mode', ({ mode, jwtCookie, env }) => {
  const prefix = mode.split(' ')[0]?.toLowerCase()
  let url: string
  let users = 0
  let email: string

  beforeAll(async () => {
    url = await application.serve(next, (port) => ['start', '--hostname', '127.0.0.1', '--port', port], env())
  }, 600_000)
  beforeEach(async () => {
    users += 1
    email = `${prefix}-${users}@example.com`
    context = await (await sharedBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(60_000)
  })
  afterEach(async () => {
    await context.close()
    // Errors of hydration, violations of the content security policy, and everything else.
    expect(complaints.splice(0)).toEqual([])
  })

  const open = async (path: string): Promise<Page> => (await openPage(context, url + path, complaints)).page

  /** Opens a path that needs a session, and signs in on the page that it leads to. */
  async function signIn(path = '/notes'): Promise<Page> {
    const page = await open(path)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('textbox', { name: /passcode/i }).waitFor()
    const { codes } = await newestMessage(provider.url, email)
    await page.getByRole('textbox', { name: /passcode/i }).fill(codes[0] ?? '')
    await page.getByRole('heading', { name: 'Your notes' }).waitFor()
    expect(page.url()).toBe(url + path)
    return page
  }

  /** The HTML of the server for this browser, without scripts: they contain the content of all gates. */
  async function htmlOf(path: string): Promise<string> {
    const response = await context.request.get(url + path, { headers: { accept: 'text/html' } })
    expect(response.status()).toBe(200)
    return (await response.text()).replaceAll(/<script[^>]*>[\s\S]*?<\/script>|<!-- -->/g, '')
  }
  /** Where the server sends this browser. */
  async function redirectOf(path: string): Promise<string> {
    const options = { headers: { accept: 'text/html' }, maxRedirects: 0 }
    const response = await context.request.get(url + path, options)
    return `${response.status()} ${response.headers().location}`
  }
  const statusOfCall = async (): Promise<number> => (await context.request.get(`${url}/api/notes`)).status()
  const jwtOf = async (): Promise<string> =>
    (await context.cookies()).find(({ name }) => name === jwtCookie)?.value ?? ''
  const sessionCookies = async (): Promise<string[]> =>
    (await context.cookies()).map(({ name }) => name).filter((name) => name.includes('latchkey_session'))

  it('signs in, and still knows the user six minutes after the last page was closed', async () => {
    expect(await redirectOf('/notes?page=2')).toBe('307 /login?return_to=%2Fnotes%3Fpage%3D2')
    expect(await statusOfCall()).toBe(401)
    const page = await signIn('/notes?page=2')
    await page.getByRole('textbox', { name: 'New note' }).fill('Written by a server action')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('listitem').getByText('Written by a server action').waitFor()
    await page.close()

    const before = await jwtOf()
    await moveClock(6 * minute)
    const html = await htmlOf('/notes')
    for (const text of ['Written by a server action', email, 'Sign out']) expect(html).toContain(text)
    expect(await statusOfCall()).toBe(200)
    // The browser has the renewed JWT, so that the next page needs no call to the provider.
    expect(await jwtOf()).not.toBe(before)

    const again = await open('/notes')
    await again.getByText(email).waitFor()
    await again.getByRole('listitem').getByText('Written by a server action').waitFor()
  })

  it('shows who is signed in with the first HTML and without layout shifts', async () => {
    expect(await htmlOf('/')).toContain('Sign in to start')
    await (await signIn()).close()
    const html = await htmlOf('/')
    expect([html.includes('Open your notes'), html.includes('Sign in to start'), html.includes(email)]).toEqual([
      true,
      false,
      true,
    ])
    const page = await open('/')
    await page.getByRole('link', { name: 'Open your notes' }).waitFor()
    const shifts = await page.evaluate(async () => {
      const all: unknown[] = []
      new PerformanceObserver((list) => all.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      })
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
      return all
    })
    expect(shifts).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Open your notes' }).click()
    await page.getByRole('heading', { name: 'Your notes' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('signs out on the server, in the other tab and in the cookies', async () => {
    const page = await signIn()
    const other = await open('/notes')
    await other.getByText(email).waitFor()
    const before = await context.storageState()
    await page.getByRole('button', { name: 'Sign out' }).click()
    // Both tabs leave the protected page.
    for (const tab of [page, other]) await tab.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(new URL(other.url()).pathname).toBe('/login')
    expect([await redirectOf('/notes'), await statusOfCall(), await sessionCookies()]).toEqual([
      '307 /login?return_to=%2Fnotes',
      401,
      [],
    ])
    expect(await htmlOf('/')).not.toContain(email)
    await Promise.all([page.close(), other.close()])
    // Cookies that were copied before are of no use as soon as the JWT has expired.
    await context.addCookies(before.cookies)
    await moveClock(6 * minute)
    expect([await redirectOf('/notes'), await statusOfCall()]).toEqual(['307 /login?return_to=%2Fnotes', 401])
  })

  it('leads a user whose session has ended from a form to the sign-in page', async () => {
    const page = await signIn('/notes?page=2')
    const project = env().LATCHKEY_PROJECT_ID ?? demo
    expect(await redirectOf('/login')).toBe('307 /notes')
    await runCliCommand(dataDir, 'sessions', 'revoke', '--user', email, '--project', project)
    // The JWT is still valid, but the sign-in page must not send the user back.
    expect(await redirectOf('/login')).toBe('200 undefined')
    await moveClock(6 * minute)
    await page.getByRole('textbox', { name: 'New note' }).fill('Too late')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(page.url()).toBe(`${url}/login?return_to=%2Fnotes%3Fpage%3D2`)
  })

  it('rejects forged cookies, those of another project, and a forged header of the proxy', async () => {
    await (await signIn()).close()
    const { cookies } = await context.storageState()
    const cookieOf = (name: string): string => cookies.find((cookie) => cookie.name === name)?.value ?? ''
    const jwt = cookieOf(jwtCookie)
    const tokenCookie = jwtCookie.replace('_jwt', '')
    const token = cookieOf(tokenCookie)
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${url}/api/notes`, { headers })).status
    const forged = `${jwt.slice(0, -12)}${'A'.repeat(12)}`
    const none = `${btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')}.${jwt.split('.')[1]}.`
    const asked = {
      'cookies of this browser': await statusOf({ cookie: `${tokenCookie}=${token}; ${jwtCookie}=${jwt}` }),
      'token of this browser': await statusOf({ cookie: `${tokenCookie}=${token}` }),
      'another token': await statusOf({ cookie: `${tokenCookie}=${token.slice(0, -4)}AAAA; ${jwtCookie}=${forged}` }),
      'a JWT without a signature': await statusOf({ cookie: `${tokenCookie}=x; ${jwtCookie}=${none}` }),
      'a JWT without a token': await statusOf({ cookie: `${jwtCookie}=${jwt}` }),
      'a forged header': await statusOf({ 'x-latchkey-session-jwt': forged }),
    }
    const foreign = await signInElsewhere()
    expect({
      ...asked,
      'the token of another project': await statusOf({ cookie: `${tokenCookie}=${foreign.token}` }),
      'the JWT of another project': await statusOf({ cookie: `${tokenCookie}=x; ${jwtCookie}=${foreign.jwt}` }),
      'the JWT of another project in the header': await statusOf({ authorization: `Bearer ${foreign.jwt}` }),
    }).toEqual({
      'cookies of this browser': 200,
      'token of this browser': 200,
      'another token': 401,
      'a JWT without a signature': 401,
      'a JWT without a token': 401,
      'a forged header': 401,
      'the token of another project': 401,
      'the JWT of another project': 401,
      'the JWT of another project in the header': 401,
    })
  })

  /** A session of a third project. */
  async function signInElsewhere(): Promise<{ token: string; jwt: string }> {
    const created = await runCliCommand<{ public_token: string }>(
      dataDir,
      ...[
        'projects',
        'create',
        '--name',
        `Other ${prefix}`,
        '--environment',
        'test',
        '--origin',
        url,
        '--redirect',
        url,
      ],
    )
    const call = async (path: string, body: object): Promise<Record<string, string>> => {
      const token = created.public_token
      const headers = {
        authorization: `Basic ${btoa(`${token}:${token}`)}`,
        'content-type': 'application/json',
        origin: url,
      }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await (await fetch(`${provider.url}/sdk/v1${path}`, init)).json()).data
    }
    const { method_id } = await call('/otps/email/login_or_create', { email: `other-${email}` })
    const { codes } = await newestMessage(provider.url, `other-${email}`)
    const { session_token = '', session_jwt = '' } = await call('/otps/authenticate', {
      ...{ token: codes[0], method_id, session_duration_minutes: 30 },
    })
    return { token: session_token, jwt: session_jwt }
  }

  it('ignores the cookies of calls from pages of another origin', async () => {
    const page = await signIn()
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const post = async (headers: Record<string, string>): Promise<number> => {
      const body = new URLSearchParams({ text: 'Sent by a form' })
      return (await fetch(`${url}/api/notes`, { method: 'POST', headers: { cookie, ...headers }, body })).status
    }
    expect([
      await post({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      await post({ origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }),
      await post({ origin: 'null' }),
      await post({ origin: url, 'sec-fetch-site': 'same-origin' }),
    ]).toEqual([401, 401, 401, 204])
    await page.reload()
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(['Sent by a form'])
  })
})

describe('a Next.js application whose provider does not respond', () => {
  it('shows open pages without a guess about the session, and refuses protected ones', async () => {
    const env = { LATCHKEY_SERVER_URL: 'http://127.0.0.1:1' }
    const url = await application.serve(next, (port) => ['start', '--hostname', '127.0.0.1', '--port', port], env)
    const cookie = 'latchkey_session=a; latchkey_session_jwt=e30.e30.e30'
    const get = (path: string) => fetch(url + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })
    const open = await get('/')
    // Neither the signed-in nor the signed-out content: it is not known.
    const shown = (await open.text()).replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, '')
    expect([open.status, open.headers.getSetCookie()]).toEqual([200, []])
    expect([shown.includes('Short notes'), /Sign in|Sign out|Open your notes/.test(shown)]).toEqual([true, false])
    const closed = await get('/notes')
    expect([closed.status, closed.headers.get('location')]).toEqual([503, null])
  })
})

describe('permissions in a Next.js application', () => {
  it('shows what the roles of the user permit with the first HTML, and the server checks it again', async () => {
    const url = await application.serve(next, (port) => ['start', '--hostname', '127.0.0.1', '--port', port])
    const email = 'editor@example.com'
    context = await (await sharedBrowser()).newContext()
    const { page } = await openPage(context, `${url}/notes`, complaints)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const { codes } = await newestMessage(provider.url, email)
    await page.getByRole('textbox', { name: /passcode/i }).fill(codes[0] ?? '')
    await page.getByRole('textbox', { name: 'New note' }).fill('To be deleted')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('listitem').waitFor()
    expect(await page.getByRole('button', { name: 'Delete all' }).count()).toBe(0)
    await runCliCommand(dataDir, 'users', 'roles', email, 'editor', '--project', demo)
    // The roles are in the next JWT.
    await moveClock(6 * minute)
    const html = await (await context.request.get(`${url}/notes`)).text()
    expect(html.replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, '')).toContain('Delete all')
    await page.reload()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('No notes yet.').waitFor()
    // The page still shows the button to a user who has just lost the role.
    await runCliCommand(dataDir, 'users', 'roles', email, '--clear', '--project', demo)
    await moveClock(6 * minute)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await context.close()
    // The browser logs the response of the action.
    expect(complaints.splice(0).filter((text) => !text.includes('404'))).toEqual([])
  })
})
