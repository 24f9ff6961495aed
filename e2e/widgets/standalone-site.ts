import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'

/** Measurements of a page while it loads. Times are milliseconds since its first script began. */
export interface Watch {
  /** When the first input was in the page; -1 until then. */
  shownAt: number
  /** When the page could first handle a key after that. */
  interactiveAt: number
  /** The API paths that were called, and the number of responses, when the input was shown. */
  callsBefore: string[]
  answersBefore: number
  /** The files that were fetched by then. */
  filesBefore: string[]
  layoutShift: number
  /** The duration of each task that blocked the page for more than 50 ms. */
  longTasks: number[]
}

declare global {
  /** Only inside a page of this site. */
  var watch: Watch
}

/** The first script of every page, as source text. */
const watchScript = `
const began = performance.now()
const calls = []
let answers = 0
const watch = globalThis.watch = { shownAt: -1, interactiveAt: -1, callsBefore: [], answersBefore: 0, filesBefore: [], layoutShift: 0, longTasks: [] }
const { fetch } = globalThis
globalThis.fetch = (...given) => {
  calls.push(new URL(given[0], location.href).pathname)
  return fetch(...given).then((answer) => {
    answers += 1
    return answer
  })
}
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) watch.layoutShift += value
}).observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) watch.longTasks.push(duration)
}).observe({ type: 'longtask', buffered: true })
const observer = new MutationObserver(() => {
  const input = document.querySelector('input')
  if (!input) return
  observer.disconnect()
  watch.shownAt = performance.now() - began
  watch.callsBefore = [...calls]
  watch.answersBefore = answers
  watch.filesBefore = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  if (location.search.includes('focus')) input.focus()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => { watch.interactiveAt = performance.now() - began }
  port2.postMessage(null)
})
observer.observe(document, { childList: true, subtree: true })
`

const html = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Host application</title>
<script>${watchScript}</script>
</head>
<body>
<main><h1>Host application</h1><div id="login"></div></main>
<script type="module">${script}</script>
</body>
</html>`

const publicToken = 'public-token-test-1'

/** The page of a developer, with the published widgets. */
const loginScript = (config: string): string => `
import { createClient, mountLogin } from '/files/latchkey.js'
const client = createClient('${publicToken}', { domains: { testApi: location.origin } })
mountLogin({ client, elementId: '#login', config: ${config} })`

export interface StandaloneSite {
  url: string
  /** A page with the login widget; `focus` focuses the input when it is shown. */
  login(config?: LoginConfig, options?: { focus?: boolean }): string
  /** A page with the given script. */
  page(name: string): string
  /** From now on the API does not respond. */
  silence(): void
  close(): Promise<void>
}

const bootstrap = {
  project_name: 'Host application',
  disable_sdk_watermark: false,
  email_domains: ['example.com'],
  captcha_settings: { enabled: false },
  password_config: null,
  vertical: 'CONSUMER',
}

/** A host page with the stand-alone build, and an API that only returns its project. */
export async function startStandaloneSite(
  files: ReadonlyMap<string, string>,
  scripts: Readonly<Record<string, string>> = {},
): Promise<StandaloneSite> {
  let isSilent = false

  function answer(address: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const [, folder, name = ''] = pathname.split('/')
    const text = files.get(name)
    if (folder === 'files' && text !== undefined) {
      response.setHeader('content-type', 'text/javascript')
      response.end(text)
    } else if (folder === 'page') {
      const script = name === 'login' ? loginScript(searchParams.get('config') ?? '{}') : (scripts[name] ?? '')
      response.setHeader('content-type', 'text/html')
      response.end(html(script))
    } else if (folder === 'sdk') {
      if (isSilent) return
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: { request_id: 'request-id-test-1', status_code: 200, ...bootstrap } }))
    } else {
      response.statusCode = 404
      response.end()
    }
  }

  const server = createServer((request, response) => answer(request.url ?? '/', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    login: (config = {}, { focus = false } = {}) =>
      `${url}/page/login?${new URLSearchParams({ config: JSON.stringify(config), ...(focus && { focus: '' }) })}`,
    page: (name) => `${url}/page/${name}`,
    silence() {
      isSilent = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The measurements of the page, once its input accepts keys. */
export async function watched(page: Page): Promise<Watch> {
  await page.waitForFunction(() => watch.interactiveAt >= 0)
  return page.evaluate(() => watch)
}

/**
 * Types keys without a pause from before the page has loaded, until a number of them is in the input. Returns those
 * keys and the final value.
 */
export async function strikeKeys(
  page: Page,
  address: string,
  count: number,
): Promise<{ struck: string; kept: string }> {
  await page.addInitScript(() => {
    const letters: string[] = []
    Object.assign(globalThis, { letters })
    addEventListener('keydown', ({ key, target }) => target instanceof HTMLInputElement && letters.push(key), true)
  })
  const struck = (): Promise<string> =>
    page.evaluate(() => (globalThis as unknown as { letters?: string[] }).letters?.join('') ?? '')
  // Key events go to the current page, so the page must exist, without any content.
  await page.goto(address, { waitUntil: 'commit' })
  const alphabet = 'abcdefghijklmnopqrstuvwxyz'
  let at = 0
  while ((await struck()).length < count) {
    for (let burst = 0; burst < 10; burst += 1) {
      await page.keyboard.press(alphabet[at % alphabet.length] ?? 'a')
      at += 1
    }
  }
  return { struck: await struck(), kept: await page.locator('input').first().inputValue() }
}
