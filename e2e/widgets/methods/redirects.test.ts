// Landing pages after the redirect of the provider, on a page that renders only <Login>.
import type { LoginConfig } from '@latchkey/widgets'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage } from '../../browser.ts'
import { isFull, itInFullRun } from '../matrix.ts'
import { axeViolations, button, emailField, newEmail, screen, signedInAs } from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

// Only the full run moves the clock of the provider.
const setup = prepareWidgets({ hasOwnProvider: isFull })

const landingPage = () => setup.site.page({ leavesToken: true })

function config(): LoginConfig {
  const page = landingPage()
  return {
    products: ['oauth', 'emailMagicLinks'],
    emailMagicLinksOptions: { loginRedirectURL: page, signupRedirectURL: page },
    oauthOptions: { providers: [{ type: 'github' }], loginRedirectURL: page, signupRedirectURL: page },
  }
}

/** A browser in which every page of the host application renders <Login>. */
async function openBrowser(): Promise<BrowserContext> {
  const context = await setup.newContext({})
  await context.addInitScript(
    ([origin, config]) => {
      if (location.origin === origin) addEventListener('load', () => app.show({ config }))
    },
    [setup.site.url, config()] as const,
  )
  return context
}

async function openLogin(context: BrowserContext): Promise<Page> {
  const { page } = await setup.open({ leavesToken: true }, context)
  await screen(page, 'main')
  return page
}

async function requestLink(page: Page, email: string): Promise<void> {
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'email_confirmation')
}

/** Clicks the link of the newest mail in the development inbox, and returns the page of the host it leads to. */
async function clickLink(context: BrowserContext, email: string): Promise<Page> {
  const { page: inbox, complaints } = await openPage(context, `${setup.provider.url}/inbox?to=${email}`)
  setup.watch({ context, page: inbox, complaints })
  const link = inbox.getByRole('listitem').first().getByRole('link', { name: 'Open magic link' })
  const [page] = await Promise.all([context.waitForEvent('page'), link.click()])
  await page.waitForURL((url) => url.origin === setup.site.url)
  return page
}

async function signIn(context: BrowserContext, email: string): Promise<Page> {
  const page = await clickLink(context, email)
  await screen(page, 'logged_in')
  expect(await signedInAs(page)).toBe(email)
  return page
}

const moveClock = (change: object): Promise<Response> =>
  fetch(`${setup.provider.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })

const withoutResult = (page: Page): boolean => !/[?&](token|latchkey_\w+)=/.test(page.url())

describe('a link that the provider redirects', () => {
  if (isFull) afterEach(() => moveClock({ reset: true }))

  itInFullRun('after it has expired offers a new one to the same address, which signs in', async () => {
    const context = await openBrowser()
    const email = newEmail()
    await requestLink(await openLogin(context), email)
    await moveClock({ advance_ms: 31 * 60_000 })

    const page = await clickLink(context, email)
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await page.getByText(`We can send a new link to ${email}.`).waitFor()
    expect([withoutResult(page), await axeViolations(page)]).toEqual([true, []])

    await button(page, 'Send a new link').click()
    await screen(page, 'email_confirmation')
    await signIn(context, email)
  })

  it('after it was used shows the reason, and a new link signs in', async () => {
    const context = await openBrowser()
    const email = newEmail()
    await requestLink(await openLogin(context), email)
    const first = await signIn(context, email)
    await first.evaluate(() => app.client.session.revoke())

    const page = await clickLink(context, email)
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
    await page.getByText('It was used before, or it is too old.').waitFor()
    expect([withoutResult(page), await axeViolations(page)]).toEqual([true, []])

    await button(page, 'Start over').click()
    await screen(page, 'main')
    await requestLink(page, email)
    await signIn(context, email)
  })

  itInFullRun('in another browser shows the reason, and a new link from there signs in', async () => {
    const email = newEmail()
    await requestLink(await openLogin(await openBrowser()), email)

    const other = await openBrowser()
    const page = await clickLink(other, email)
    await page.getByRole('heading', { name: 'This link belongs to another browser' }).waitFor()
    expect([withoutResult(page), await axeViolations(page)]).toEqual([true, []])

    await button(page, 'Start over').click()
    await screen(page, 'main')
    await requestLink(page, email)
    await signIn(other, email)
  })
})

describe('a sign-in that the user cancels at the identity provider', () => {
  it('shows the reason, and can be tried again', async () => {
    const page = await openLogin(await openBrowser())
    await button(page, 'Continue with GitHub').click()
    await page.waitForURL(/\/github\/authorization/)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.waitForURL((url) => url.origin === setup.site.url)
    await page.getByRole('heading', { name: 'Sign-in canceled' }).waitFor()
    expect([withoutResult(page), await axeViolations(page)]).toEqual([true, []])

    await button(page, 'Try again').click()
    await page.waitForURL(/\/github\/authorization/)
    await page.getByRole('button', { name: 'ada@example.com' }).click()
    await page.waitForURL((url) => url.origin === setup.site.url)
    await screen(page, 'logged_in')
    expect(await signedInAs(page)).toBe('ada@example.com')
  })
})
