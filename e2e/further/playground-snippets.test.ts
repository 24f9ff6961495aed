// Every snippet that the playground shows, copied from the page, built and run.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../tools/bootstrap/run.mjs'
import { forNode, fromSource } from '../../tools/build/bundle.ts'
import { openPage } from '../browser.ts'
import { createFreshApplication } from '../hosts/packed/fresh-application.ts'
import { findTarballs } from '../hosts/packed/tarballs.ts'
import { preparePlayground, serveHtml } from '../playground-page.ts'
import { newestMessage, type RunningProcess } from '../provider.ts'

const playground = preparePlayground()
const { share, showCode } = playground
let provider: RunningProcess
let context: BrowserContext
let email: string

beforeEach(() => {
  ;({ provider, context, email } = playground)
})

type Files = Readonly<Record<string, string>>

/** The files of a snippet, by name. */
async function copy(tab: string): Promise<Files> {
  const panel = await showCode(tab)
  const names = await panel.locator('.code-file').allInnerTexts()
  const texts = await panel.locator('pre').allInnerTexts()
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
}

/** Resolves the files of a snippet and an entry that imports them. */
function snippetFiles(files: Files): Plugin {
  return {
    name: 'snippet',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^snippet:/ }, ({ path }) => ({ path: path.slice('snippet:'.length), namespace: 'snippet' }))
      onResolve({ filter: /^\./, namespace: 'snippet' }, ({ path, importer }) => {
        const name = Object.keys(files).find((one) => one.replace(/\.tsx?$/, '') === join(dirname(importer), path))
        return name ? { path: name, namespace: 'snippet' } : undefined
      })
      onLoad({ filter: /.*/, namespace: 'snippet' }, ({ path }) => ({
        contents: files[path] ?? '',
        loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
        resolveDir: join(root, 'apps', 'playground'),
      }))
    },
  }
}

async function bundle(files: Files, entry: string): Promise<string> {
  const { outputFiles } = await build({
    ...fromSource,
    stdin: { contents: entry, loader: 'tsx', resolveDir: join(root, 'apps', 'playground') },
    plugins: [snippetFiles(files)],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    minifyWhitespace: true,
    platform: 'browser',
    target: 'es2022',
    write: false,
  })
  // The text may not end the script element.
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
}

/** Opens a page of another origin with a script, and expects no complaints at the end. */
async function run(html: string, use: (page: Page, url: string) => Promise<void>): Promise<void> {
  const site = await serveHtml(html)
  try {
    const { page, complaints } = await openPage(context, site.url)
    await use(page, site.url)
    expect(complaints).toEqual([])
  } finally {
    await site.close()
  }
}

async function signInByEmailCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const { codes } = await newestMessage(provider.url, email)
  await page.locator('input[autocomplete="one-time-code"]').fill(codes[0] ?? '')
}

const reactEntry = `import { createRoot } from 'react-dom/client'
import App from 'snippet:app.tsx'
createRoot(document.getElementById('root')).render(<App />)`

const reactHtml = (script: string): string => `<div id="root"></div><script type="module">${script}</script>`

describe('the React snippet', () => {
  it('of the sign-in widget signs in and out, with all methods on', async () => {
    await share('products=otp+passwords+oauth+passkeys+crypto&methods=email&locale=fr')
    const files = await copy('React')
    await run(reactHtml(await bundle(files, reactEntry)), async (page) => {
      await page.getByRole('button', { name: 'Continuer avec GitHub' }).waitFor()
      await page.getByRole('button', { name: 'Continuer avec GitHub' }).click()
      await page.getByRole('button', { name: 'ada@example.com' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Continuer avec GitHub' }).waitFor()
    })
  })

  it.each([
    ['reset', { role: 'heading', name: 'Looks like there was an error!' }],
    ['passkeys', { role: 'button', name: 'Create a Passkey' }],
    ['consent', { role: 'heading', name: 'Looks like there was an error!' }],
  ] as const)('of the widget %s shows it', async (widgetName, { role, name }) => {
    await share(`widget=${widgetName}`)
    const files = await copy('React')
    await run(reactHtml(await bundle(files, reactEntry)), async (page) => {
      if (widgetName !== 'reset') await signInByEmailCode(page)
      await page.getByRole(role, { name }).waitFor()
    })
  })
})

describe('the Next.js snippet', () => {
  it('is built by Next.js, and signs in', async () => {
    await share('products=otp+passwords&methods=email')
    const files = await copy('Next.js')
    expect(Object.keys(files)).toEqual([
      '.env.local',
      'proxy.ts',
      'app/layout.tsx',
      'app/page.tsx',
      'app/reset-password/page.tsx',
    ])
    const sources = await mkdtemp(join(tmpdir(), 'latchkey-snippet-'))
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(sources, name)), { recursive: true })
      await writeFile(join(sources, name), text)
    }
    const next = 'next/dist/bin/next'
    const application = await createFreshApplication({
      sources: relative(join(root, 'e2e', 'hosts'), sources),
      versions: '../../examples/nextjs',
      install: ['@latchkey/nextjs', '@latchkey/react', '@latchkey/widgets'],
      tarballs: await findTarballs(),
      env: { NEXT_TELEMETRY_DISABLED: '1' },
    })
    try {
      await application.run(next, 'build')
      const url = await application.serve(next, (port) => ['start', '--hostname', '127.0.0.1', '--port', port])
      const { page, complaints } = await openPage(context, url)
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.locator('input[type=password]').fill('mossy lantern tide 42 correct')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      expect(complaints).toEqual([])
    } finally {
      await application.end()
      await rm(sources, { recursive: true })
    }
  }, 600_000)
})

describe('the HTML snippet', () => {
  it('of the sign-in widget resets a password, too', async () => {
    await share('products=passwords')
    const { 'index.html': html = '' } = await copy('HTML')
    await run(html, async (page) => {
      const secret = 'mossy lantern tide 42 correct'
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.locator('input[type=password]').fill(secret)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('button', { name: 'Forgot Password?' }).click()
      const { links } = await newestMessage(provider.url, email)
      await page.goto(links.find((link) => link.includes('reset_password')) ?? '')
      await page.locator('input[type=password]').fill(`${secret} again`)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
    })
  })

  it.each([
    ['reset', 'Looks like there was an error!'],
    ['passkeys', 'Set up a new Passkey'],
    ['consent', 'Looks like there was an error!'],
  ])('of the widget %s shows it', async (widgetName, heading) => {
    await share(`widget=${widgetName}`)
    const [html = ''] = Object.values(await copy('HTML'))
    await run(html, async (page) => {
      if (widgetName !== 'reset') await signInByEmailCode(page)
      await page.getByRole('heading', { name: heading }).waitFor()
    })
  })
})

/** The functions of the headless snippet, in the page. */
interface Headless {
  sendEmailPasscode(email: string): Promise<(code: string) => Promise<unknown>>
  signUp(email: string, password: string): Promise<unknown>
  signOut(): Promise<unknown>
  watchSession(show: (isSignedIn: boolean) => void): () => void
}

declare global {
  /** Only inside the page of a test. */
  var headless: Headless
  var authenticate: (code: string) => Promise<unknown>
  var sessions: boolean[]
}

const headlessEntry = `import * as headless from 'snippet:sign-in.ts'
globalThis.headless = headless`

describe('the headless snippet', () => {
  it('signs in and out, and reports the session', async () => {
    await share('products=otp+passwords+oauth+passkeys+crypto&methods=email')
    const files = await copy('Headless')
    const script = await bundle(files, headlessEntry)
    await run(`<script type="module">${script}</script>`, async (page) => {
      await page.evaluate(async (to) => {
        globalThis.sessions = []
        headless.watchSession((isSignedIn) => sessions.push(isSignedIn))
        globalThis.authenticate = await headless.sendEmailPasscode(to)
      }, email)
      const { codes } = await newestMessage(provider.url, email)
      const seen = await page.evaluate(async (code) => {
        await authenticate(code)
        await headless.signOut()
        await headless.signUp(`other-${Date.now()}@example.com`, 'mossy lantern tide 42 correct')
        return sessions
      }, codes[0] ?? '')
      expect(seen).toEqual([false, true, false, true])
    })
  })
})

describe('the server snippet', () => {
  it('knows who is signed in', async () => {
    const files = await copy('Server')
    const folder = await mkdtemp(join(root, 'node_modules', '.latchkey-snippet-'))
    try {
      const entry = join(folder, 'entry.ts')
      await writeFile(
        entry,
        (files['server.ts'] ?? '').replace('server.listen(', 'export const listening = server.listen('),
      )
      await build({ ...forNode, entryPoints: { main: entry }, outdir: folder })
      process.env.PORT = '0'
      const { listening } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'main.mjs')).href)) as {
        listening: import('node:http').Server
      }
      try {
        if (!listening.listening) await new Promise((resolve) => listening.once('listening', resolve))
        const { port } = listening.address() as import('node:net').AddressInfo
        const ask = (jwt?: string): Promise<Response> =>
          fetch(`http://localhost:${port}/me`, jwt ? { headers: { authorization: `Bearer ${jwt}` } } : {})
        expect((await ask()).status).toBe(401)
        const message = await playground.askForCode()
        await message.getByRole('button', { name: 'Fill in' }).click()
        await playground.signedInAs(playground.phone)
        const cookies = await context.cookies()
        const jwt = cookies.find(({ name }) => name === 'latchkey_session_jwt')?.value
        const answer = await ask(jwt)
        expect([answer.status, await answer.json()]).toEqual([
          200,
          { userId: expect.stringMatching(/^user-test-/), roles: expect.any(Array) },
        ])
      } finally {
        delete process.env.PORT
        listening.close()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
