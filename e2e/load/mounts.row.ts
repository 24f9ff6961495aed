import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { launchBrowser, openPage } from '../browser.ts'
import { startStandaloneSite, watched } from '../widgets/standalone-site.ts'
import { summarise } from './recorder.ts'
import { atMost, none, type Row, shown } from './row.ts'

const throttle = 4

declare global {
  /** Only in the page of this row: the start of its first script, and the time when the widget was mounted. */
  var beganAt: number
  var mountedAt: number
}

/** The page of a developer, which also records the time before the mount. */
const mountScript = `
import { createClient, mountLogin } from '/files/latchkey.js'
const client = createClient('public-token-test-1', { domains: { testApi: location.origin } })
globalThis.beganAt = began
globalThis.mountedAt = performance.now()
mountLogin({ client, elementId: '#login', config: {} })`

const mounts: Row = {
  id: 'L10',
  engine: 'Chromium',
  async run({ scripts, scale }) {
    const { standalone } = scripts
    const files = new Map(readdirSync(standalone).map((name) => [name, readFileSync(join(standalone, name), 'utf8')]))
    const site = await startStandaloneSite(files, { mount: mountScript })
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext()
      const complaints: string[] = []
      // The first visit caches the project's settings in the browser.
      await mountOnce(context, site.page('mount'), complaints)
      const times: number[] = []
      const count = scale.pick(100, 100)
      while (times.length < count) times.push(await mountOnce(context, site.page('mount'), complaints))
      const latency = summarise(times)
      return {
        ...{ id: 'L10', engine: 'Chromium', what: 'login widget, mount to an input that can be typed into' },
        offered: `${count} mounts at ${throttle}× CPU throttle, settings cached`,
        figures: [`p95 ${latency.p95.toFixed(0)} ms; ${shown(latency)}`],
        bars: [none('console errors', complaints, count), atMost('p95', latency.p95, 200, 'ms', false)],
      }
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

async function mountOnce(context: BrowserContext, address: string, complaints: string[]): Promise<number> {
  const { page } = await openPage(context, 'about:blank', complaints)
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.goto(address)
  const { interactiveAt } = await watched(page)
  const before = await page.evaluate(() => mountedAt - beganAt)
  await page.close()
  return interactiveAt - before
}

export const mountRows: readonly Row[] = [mounts]
