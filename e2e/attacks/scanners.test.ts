import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoginConfig } from '@latchkey/widgets'
import { transformSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { noteVariants } from '../../packages/server/src/testing/variants.suite.ts'
import { runCliCommand } from '../provider.ts'
import { axeViolations, button, newEmail, screen, signedInAs, watchCalls } from '../widgets/widget-page.ts'
import { linkFor, prepareWidgets } from '../widgets/widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true })
/** Ten in `npm run test:full` and `npm run test:attacks`. The test of the client in a fake browser always has ten. */
const visits = process.env.TEST_MATRIX === 'full' || Number(process.env.RACE_ROUNDS ?? 0) > 50 ? 10 : 2

const landingPage = (): string => setup.site.page({ leavesToken: true })
const widget = (): LoginConfig => ({
  emailMagicLinksOptions: { loginRedirectURL: landingPage(), signupRedirectURL: landingPage() },
})

/** The exact script of the landing page in the guide. */
function documentedPage(): string {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/getting-started.md'), 'utf8')
  const script = /On `\/welcome`[^\n]*\n\n```ts\nimport [^\n]*\n([\s\S]*?)```/.exec(guide)?.[1]
  if (!script) throw new Error('The guide has no landing page.')
  const { code } = transformSync(script, { loader: 'ts' })
  return `(async () => { const { client } = app; const isLatchkeyError = (error) => error instanceof Error; ${code} })()`
}

const addButton = `
  const made = document.createElement('button')
  Object.assign(made, { id: 'sign-in', hidden: true, textContent: 'Sign in' })
  document.body.append(made);`

/** The script of each page, and the action of its user. */
const pages: Record<string, { show(): string; confirm(page: Page): Promise<void> }> = {
  'the widget': {
    show: () => `app.show(${JSON.stringify({ config: widget() })});`,
    async confirm(page) {
      await button(page, 'Sign in').waitFor()
      expect(await page.locator('.latchkey-landing').textContent()).toMatch(/\w@\w/)
      expect(await axeViolations(page)).toEqual([])
      await button(page, 'Sign in').click()
      await screen(page, 'logged_in')
    },
  },
  'the documented page': {
    show: () => `${addButton} ${documentedPage()};`,
    async confirm(page) {
      await page.locator('#sign-in').click()
      await page.locator('#sign-in').waitFor({ state: 'hidden' })
    },
  },
}

/** Requests a link in the browser of the owner. */
async function ask(): Promise<{ owner: Page; email: string; link: string }> {
  const email = newEmail()
  const { page } = await setup.open({ leavesToken: true })
  await page.evaluate(
    ([to, url]) =>
      app.client.magicLinks.email.loginOrCreate(to, { login_magic_link_url: url, signup_magic_link_url: url }),
    [email, landingPage()] as const,
  )
  return { owner: page, email, link: await linkFor(setup, email) }
}

async function land(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.waitForURL((url) => url.origin === setup.site.url)
}

/**
 * Opens the link in separate browsers with scripts. Returns the calls that would redeem it. The scripts run in the page,
 * because code that the driver evaluates counts as a user gesture.
 */
async function scan(link: string, show: string): Promise<string[]> {
  const spent: string[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await setup.browser.newContext()
    await context.addInitScript({
      content: `(() => {
        if (location.origin !== ${JSON.stringify(setup.site.url)}) return
        const until = async (find) => {
          while (!find()) await new Promise((resolve) => setTimeout(resolve, 20))
        }
        addEventListener('DOMContentLoaded', async () => {
          await until(() => window.app)
          ${show}
          const buttons = () => [...document.querySelectorAll('button')].filter(({ hidden }) => !hidden)
          await until(() => buttons().length)
          for (const one of buttons()) if (one.textContent === 'Sign in') one.click()
          // A call that redeems the link would be sent before these calls end.
          for (let calls = 0; calls < 3; calls += 1) await fetch(${JSON.stringify(`${setup.provider.url}/health`)}, { mode: 'no-cors' })
          console.log('scanned')
        })
      })()`,
    })
    const page = await context.newPage()
    const calls = watchCalls(page, '/magic_links/authenticate')
    const scanned = page.waitForEvent('console', (message) => message.text() === 'scanned')
    await land(page, link)
    await scanned
    expect(await signedInAs(page)).toBeNull()
    spent.push(...calls.map(String))
    await context.close()
  }
  return spent
}

describe.each([true, false])('a scanner with a browser engine, PKCE: %s', (isPkceRequired) => {
  beforeAll(async () => {
    if (isPkceRequired) return
    const settings = ['email_magic_links', 'password_resets'].map((flow) => `pkce_required_for_${flow}=false`)
    await runCliCommand(setup.dataDir, 'settings', 'set', ...settings, '--project', 'Latchkey Demo')
    // A running provider applies changed settings within five seconds of its clock.
    await fetch(`${setup.provider.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance_ms":6000}',
    })
  })

  it.each(Object.entries(pages))(
    `opens a link ${visits} times on %s: no session, nothing redeemed, and the owner can sign in (T-11)`,
    async (_, { show, confirm }) => {
      const { owner, email, link } = await ask()
      noteVariants(visits)
      expect(await scan(link, show())).toEqual([])
      if (isPkceRequired) {
        await land(owner, link)
        await owner.evaluate(() => app.client.authenticateByUrl({ session_duration_minutes: 30 }).then(() => undefined))
        expect(await signedInAs(owner)).toBe(email)
        return
      }
      // Another device of the owner needs one click.
      const context = await setup.newContext({})
      await context.addInitScript({
        content: `addEventListener('load', async () => {
          if (!location.search.includes('token=')) return
          const until = async (find) => {
            while (!find()) await new Promise((resolve) => setTimeout(resolve, 20))
          }
          await until(() => window.app)
          ${show()}
          const isShown = (one) => !one.hidden && one.textContent === 'Sign in'
          await until(() => [...document.querySelectorAll('button')].some(isShown))
          console.log('shown')
        })`,
      })
      const { page } = await setup.open({ leavesToken: true }, context)
      // Until then the driver must not evaluate code in the page: that counts as a user gesture and redeems the link.
      const shown = page.waitForEvent('console', (message) => message.text() === 'shown')
      await land(page, link)
      await shown
      await confirm(page)
      expect(await signedInAs(page)).toBe(email)
      // The browser that requested the link redeems it at once.
      const again = await ask()
      await land(again.owner, again.link)
      await again.owner.evaluate((config) => app.show({ config }), widget())
      await screen(again.owner, 'logged_in')
    },
  )
})
