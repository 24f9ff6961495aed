import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { root, run } from '../../tools/bootstrap/run.mjs'
import { axeViolations, openPage, sharedBrowser } from '../browser.ts'
import { newestMessage, type RunningProcess, startDevelopment } from '../provider.ts'

/** Fails every connection: the site is built without a network. */
const withoutNetwork = `import net from 'node:net'
net.Socket.prototype.connect = () => { throw new Error('the build connects to a network') }`

let provider: RunningProcess
let browser: Browser
let context: BrowserContext
let build: { code: number; output: string }

beforeAll(async () => {
  const preload = `data:text/javascript,${encodeURIComponent(withoutNetwork)}`
  build = await run(process.execPath, ['--import', preload, 'tools/docs.mjs'], { quiet: true })
  ;[provider, browser] = await Promise.all([startDevelopment(), sharedBrowser()])
}, 900_000)
afterAll(async () => {
  await provider?.end()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
})
afterEach(() => context.close())

/** Opens a page and waits until its scripts have started, which set this property. */
async function open(path: string) {
  const opened = await openPage(context, `${provider.url}/docs/${path}`)
  await opened.page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  return opened
}

/** Sideways scroll of the whole page. Tables and code scroll inside. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function search(page: Page, query: string): Promise<string[]> {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const input = dialog.getByRole('combobox')
  await input.fill(query)
  await dialog.getByRole('option').first().waitFor()
  const ids = await dialog.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return ids
}

it('is built without a network and without a broken link', () => {
  expect([build.code, build.output]).toEqual([0, expect.stringContaining(' 0 broken links')])
})

describe('the documentation site', () => {
  it.each([
    '',
    'widgets',
    'settings',
    'reference/cli',
    'reference/http/otps',
    'reference/api/backend',
    'internals/architecture',
    'no-such-page',
  ])('has no axe and CSP violations in light and dark at /docs/%s', async (path) => {
    const { page, complaints } = await open(path)
    await page.getByRole('main').first().waitFor()
    const found = [await axeViolations(page)]
    await page.getByRole('switch').first().click()
    await page.locator('html.dark').waitFor()
    // Colors change gradually.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    found.push(await axeViolations(page))
    expect({ found, complaints }).toEqual({ found: [[], []], complaints: [] })
  })

  it.each(['', 'widgets', 'theming', 'errors', 'reference/cli', 'reference/api/client', 'reference/http/users'])(
    'fits into 390 pixels at /docs/%s',
    async (path) => {
      const { page } = await open(path)
      await page.setViewportSize({ width: 390, height: 844 })
      // The widget of these pages is loaded last.
      if (['widgets', 'theming'].includes(path))
        await page.getByRole('region', { name: 'The sign-in widget' }).getByRole('textbox').waitFor()
      expect(await overflow(page)).toBe(0)
    },
  )

  it('has a search without axe and CSP violations that is used by keyboard', async () => {
    const { page, complaints } = await open('')
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Search the documentation' })
    await dialog.getByRole('combobox').fill('rate limit')
    await dialog.getByRole('option').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/rate-limits/)
    expect(complaints).toEqual([])
  })

  it.each([
    ['How do I sign a user out on all devices?', 'Sign a user out on all devices'],
    ['how long is a session', 'How long does a session last'],
    ['verify a session on my server', 'Verify the session on your server'],
    ['dark mode', 'Dark mode'],
    ['2FA', 'Second factors'],
    ['next.js', 'Next.js'],
    ['CORS error', 'CORS'],
    ['verify session express', 'Express'],
    ['import users from auth0', 'Auth0'],
    ['LATCHKEY_DATABASE_URL', 'LATCHKEY_DATABASE_URL'],
    ['otp_code_not_found', 'otp_code_not_found'],
    ['verifyRequest', 'verifyRequest'],
    ['users import', 'users import'],
  ])('answers the search %s among the first five results', async (query, expected) => {
    const { page } = await open('')
    expect((await search(page, query)).slice(0, 5).join('\n')).toContain(expected)
  })

  it.each([
    ['React Vite', 'How to use React with Vite'],
    ['how do I get the current user', 'How do I get the current user?'],
    ['csrf', 'Calls that change data (CSRF)'],
    ['Google in production', 'Add Google sign-in for production'],
    ['Next.js page on the server knows the user', 'Next.js'],
  ])('answers the search %s with the first result', async (query, expected) => {
    const { page } = await open('')
    expect((await search(page, query))[0]).toContain(expected)
  })

  it('says that the results of a search are not an exact match', async () => {
    const { page } = await open('')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    const status = async (query: string) => {
      await dialog.getByRole('combobox').fill(query)
      await dialog.getByRole('option').first().waitFor()
      return dialog.locator('.docs-search-status').textContent()
    }
    expect([await status('dark mode'), await status('dark moed')]).toEqual(['', 'No exact match. Closest pages:'])
  })

  it('shows the titles of a sidebar in one line', async () => {
    for (const path of ['', 'reference/api/contract-users-and-sessions']) {
      const { page } = await open(path)
      const titles = page.locator('.VPSidebarItem .text:visible')
      const heights = await titles.evaluateAll((all) =>
        all.map((one) => [one.textContent, one.getBoundingClientRect().height]),
      )
      expect(heights.length).toBeGreaterThan(30)
      expect(heights.filter(([, height]) => Number(height) > 40)).toEqual([])
    }
  })

  it('shows a widget that signs in', async () => {
    const { page, complaints } = await open('widgets')
    const widget = page.getByRole('region', { name: 'The sign-in widget' })
    await widget.getByRole('textbox', { name: 'Email' }).fill('docs@example.com')
    await widget.getByRole('button', { name: 'Continue', exact: true }).click()
    await widget.getByRole('heading', { name: 'passcode' }).waitFor()
    const { codes } = await newestMessage(provider.url, 'docs@example.com')
    await widget.getByRole('textbox').fill(codes[0] ?? '')
    await widget.getByRole('heading', { name: 'Success' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('has every page and section that the playground links to', async () => {
    const { page } = await openPage(context, `${provider.url}/`)
    const widget = page.getByRole('region', { name: 'Widget' })
    const links = new Set<string>()
    const collect = async (): Promise<void> => {
      const found = await page
        .locator('a[href^="/docs"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      for (const href of found) links.add(href ?? '')
    }
    for (const name of ['Password reset', 'Passkeys', 'Consent', 'Sign-in']) {
      await page.getByRole('radio', { name: name.replace('Password reset', 'Reset') }).check()
      await page.getByRole('heading', { name: `Widget ${name}` }).waitFor()
      await collect()
    }
    await page.locator('summary', { hasText: 'Users' }).click()
    await page.getByRole('link', { name: 'Docs' }).filter({ visible: true }).nth(1).waitFor()
    await widget.getByRole('tab', { name: 'Text' }).click()
    await widget.getByRole('textbox', { name: 'Phone number' }).fill('+15005550006')
    await widget.getByRole('button', { name: 'Continue', exact: true }).click()
    const { codes } = await newestMessage(provider.url, '+15005550006')
    const passcode = widget.locator('input[autocomplete="one-time-code"]')
    await passcode.fill(codes[0] === '000000' ? '000001' : '000000')
    await page.getByRole('list', { name: 'Events, newest first' }).getByRole('link', { name: 'Docs' }).waitFor()
    await passcode.fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Second factor' }).click()
    await collect()
    const dead: string[] = []
    for (const href of links) {
      // Null for another section of the same page.
      const response = await page.goto(`${provider.url}${href}`)
      const section = new URL(page.url()).hash.slice(1)
      if (response?.ok() === false || (section && (await page.locator(`[id="${section}"]`).count()) === 0))
        dead.push(href)
    }
    expect({ dead, seen: [...links].sort() }).toEqual({
      dead: [],
      seen: [
        '/docs',
        '/docs/administration',
        '/docs/client',
        '/docs/errors/otp_code_not_found',
        '/docs/guides/nextjs',
        '/docs/identity-provider',
        '/docs/mfa',
        '/docs/server-side',
        '/docs/widgets',
        '/docs/widgets#a-page-without-react',
        '/docs/widgets#passkeys',
        '/docs/widgets#react',
        '/docs/widgets#resetting-a-password',
      ],
    })
  })

  it('shows pictures of the widget in the color scheme of the page where no provider serves the widget', async () => {
    await context.route('**/standalone/**', (route) => route.abort())
    const { page } = await open('theming')
    const widget = page.getByRole('region', { name: 'The sign-in widget' })
    await widget.getByText('Start one with').waitFor()
    const pictures = () =>
      widget.getByRole('img').evaluateAll(async (images) => {
        // Rejects if a file is missing.
        await Promise.all(images.map((image) => (image as HTMLImageElement).decode()))
        return images.map((image) => image.getAttribute('src'))
      })
    const files = (scheme: string) => ['modern', 'default'].map((theme) => `/docs/images/login-${theme}-${scheme}.webp`)
    expect(await pictures()).toEqual(files('light'))
    await page.getByRole('switch').first().click()
    await page.locator('html.dark').waitFor()
    expect(await pictures()).toEqual(files('dark'))
  })

  it('has every page as Markdown, and an index for language models', async () => {
    const text = async (path: string) => (await fetch(`${provider.url}/docs/${path}`)).text()
    const links = [...(await text('llms.txt')).matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, path = '']) => path)
    const pages = await Promise.all(links.map(text))
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((_, index) => !/^# /m.test(pages[index] ?? ''))).toEqual([])
    expect(await text('widgets.md')).toBe(
      (await readFile(join(root, 'apps/docs/.pages/widgets.md'), 'utf8')).replace('<!-- live widget -->\n', ''),
    )
  })

  it('has a page for the error_url of a response', async () => {
    const token = 'public-token-test-11111111-1111-4111-8111-111111111111'
    const response = await fetch(`${provider.url}/sdk/v1/otps/authenticate`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${token}:${token}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: '000000', method_id: 'unknown', session_duration_minutes: 5 }),
    })
    const { error_url: url, error_type: type } = (await response.json()) as { error_url: string; error_type: string }
    const page = await context.newPage()
    await page.goto(url)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(type)
  })
})
