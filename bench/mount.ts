import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoginConfig } from '@latchkey/widgets'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { median } from '../e2e/http-load/server-process.ts'
import { type StandaloneSite, startStandaloneSite, strikeKeys, watched } from '../e2e/widgets/standalone-site.ts'
import { gzip } from './sizes.ts'

const pairs = 21
const throttle = 4

export interface MountResult {
  pairs: number
  throttle: number
  /** Medians: from the first script of the page to an input that accepts text. */
  loginMs: number
  preactMs: number
  ratio: number
  /** The same for React: the widget, a minimal React form, and their ratio. */
  react: { loginMs: number; formMs: number; ratio: number }
  /** Long tasks (over 50 ms) until the page is idle, without throttling, in the median visit. */
  longTasks: { standalone: number; react: number }
  /** Medians of main-thread time until the page is idle, without throttling. */
  cpu: { plainMs: number; preactMs: number; loginMs: number }
  callsBefore: string[]
  answersBefore: number
  layoutShift: number
  keys: { struck: number; kept: number }
  /** Gzipped bytes before and after the form is shown, with one product and with two. */
  products: { first: Loaded; both: Loaded }
}

interface Loaded {
  before: number
  later: number
}

/** A minimal Preact version of the same form. */
const preactForm = `
import { h, render } from 'preact'
render(
  h('form', null,
    h('label', { for: 'email' }, 'Email'),
    h('input', { id: 'email', type: 'email', onInput() {} }),
    h('button', null, 'Continue')),
  document.querySelector('#login'))`

const plainForm = `
const form = document.createElement('form')
form.append(document.createElement('input'), document.createElement('button'))
document.querySelector('#login').append(form)`

/** `bundles` is the folder that tools/build/bundle-measured.ts wrote. */
export async function measureMount(bundles: string): Promise<MountResult> {
  const files = new Map(['standalone', 'pages'].flatMap((folder) => filesIn(join(bundles, folder))))
  files.set('preact-form.js', await bundled(preactForm))
  const site = await startStandaloneSite(files, {
    preact: "import '/files/preact-form.js'",
    plain: plainForm,
    'react-login': "import '/files/react-login.js'",
    'react-form': "import '/files/react-form.js'",
  })
  const browser = await launchBrowser()
  try {
    const [loginMs, preactMs] = await compare(browser, site.login(), site.page('preact'))
    const [reactLoginMs, formMs] = await compare(browser, site.page('react-login'), site.page('react-form'))
    return {
      pairs,
      throttle,
      loginMs,
      preactMs,
      ratio: loginMs / preactMs,
      react: { loginMs: reactLoginMs, formMs, ratio: reactLoginMs / formMs },
      longTasks: {
        standalone: await longTasksOf(browser, site.login()),
        react: await longTasksOf(browser, site.page('react-login')),
      },
      cpu: await measureCpu(browser, site),
      ...(await measureFirstLook(browser, site)),
      products: {
        first: await loadedFor(browser, site, files, { products: ['emailMagicLinks'] }),
        both: await loadedFor(browser, site, files, {
          products: ['emailMagicLinks', 'otp'],
          otpOptions: { methods: ['sms'] },
        }),
      },
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

function filesIn(folder: string): [name: string, text: string][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])
}

/** Medians of interleaved visits. */
async function compare(browser: Browser, one: string, other: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let pair = 0; pair <= pairs; pair += 1) {
    const found = [await interactiveAfter(browser, one), await interactiveAfter(browser, other)] as const
    // The first pair warms up caches.
    if (pair === 0) continue
    times[0].push(found[0])
    times[1].push(found[1])
  }
  return [median(times[0]), median(times[1])]
}

async function longTasksOf(browser: Browser, address: string): Promise<number> {
  const counts: number[] = []
  for (let visit = 0; visit < 5; visit += 1) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    counts.push((await page.evaluate(() => watch.longTasks)).length)
    await context.close()
  }
  return median(counts)
}

async function interactiveAfter(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.goto(address)
  const { interactiveAt } = await watched(page)
  await context.close()
  return interactiveAt
}

async function measureCpu(browser: Browser, site: StandaloneSite): Promise<MountResult['cpu']> {
  const rows = { plain: [] as number[], preact: [] as number[], login: [] as number[] }
  for (let round = 0; round < pairs; round += 1) {
    rows.plain.push(await workOf(browser, site.page('plain')))
    rows.preact.push(await workOf(browser, site.page('preact')))
    rows.login.push(await workOf(browser, site.login()))
  }
  return { plainMs: median(rows.plain), preactMs: median(rows.preact), loginMs: median(rows.login) }
}

/** Main-thread time until the page is idle, including chunks that are loaded in idle time. */
async function workOf(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(address, { waitUntil: 'networkidle' })
  const { metrics } = await debug.send('Performance.getMetrics')
  await context.close()
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

async function measureFirstLook(
  browser: Browser,
  site: StandaloneSite,
): Promise<Pick<MountResult, 'callsBefore' | 'answersBefore' | 'layoutShift' | 'keys'>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(site.login(), { waitUntil: 'networkidle' })
  const { callsBefore, answersBefore } = await watched(page)
  const layoutShift = await page.evaluate(() => watch.layoutShift)
  const typist = await context.newPage()
  const { struck, kept } = await strikeKeys(typist, site.login({}, { focus: true }), 100)
  await context.close()
  return { callsBefore, answersBefore, layoutShift, keys: { struck: struck.length, kept: matching(struck, kept) } }
}

async function loadedFor(
  browser: Browser,
  site: StandaloneSite,
  files: ReadonlyMap<string, string>,
  config: LoginConfig,
): Promise<Loaded> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto(site.login(config), { waitUntil: 'networkidle' })
  const { filesBefore } = await watched(page)
  await context.close()
  const sizeOf = (paths: string[]): number =>
    paths.reduce((sum, path) => sum + gzip(files.get(path.replace('/files/', '')) ?? ''), 0)
  const scripts = fetched.filter((path) => path.startsWith('/files/'))
  const before = scripts.filter((path) => filesBefore.includes(path))
  return { before: sizeOf(before), later: sizeOf(scripts.filter((path) => !before.includes(path))) }
}

/** The length of the common prefix. */
function matching(one: string, other: string): number {
  const differs = [...one].findIndex((letter, index) => letter !== other[index])
  return differs < 0 ? one.length : differs
}

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: 'packages/elements', loader: 'js' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}
