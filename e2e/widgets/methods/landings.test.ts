import type { LoginConfig } from '@latchkey/widgets'
import { de } from '@latchkey/widgets/locales/de'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { ShowOptions } from '../../hosts/host-login.ts'
import type { Build } from '../../hosts/host-site.ts'
import { isFull, itInFullRun } from '../matrix.ts'
import { axeViolations, button, emailField, events, newEmail, screen, signedInAs, watchCalls } from '../widget-page.ts'
import { linkFor, messagesTo, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const landingPage = (build: Build = 'standalone') => setup.site.page({ build, leavesToken: true })

function withLinks(build?: Build): LoginConfig {
  const page = landingPage(build)
  return { emailMagicLinksOptions: { loginRedirectURL: page, signupRedirectURL: page } }
}

const withGitHub = (): LoginConfig => ({
  products: ['oauth', 'emailMagicLinks'],
  oauthOptions: {
    providers: [{ type: 'github' }],
    loginRedirectURL: landingPage(),
    signupRedirectURL: landingPage(),
  },
})

/** A browser in which a link was requested. */
async function asked(build?: Build): Promise<{ context: BrowserContext; page: Page; email: string }> {
  const context = await setup.newContext()
  const { page } = await setup.show({ config: withLinks(build), ...(build && { build }) }, context)
  const email = newEmail()
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'email_confirmation')
  return { context, page, email }
}

/** Opens a URL in a new tab and mounts the widget on the page that it leads to. */
async function land(
  context: BrowserContext,
  href: string,
  wanted: ShowOptions = { config: withLinks() },
): Promise<Page> {
  const { page } = await setup.open({ leavesToken: true }, context)
  await page.goto(href)
  await page.waitForURL((url) => url.origin === setup.site.url)
  await page.evaluate((options) => app.show(options), wanted)
  return page
}

const withError = (tokenType: string, error: string) => {
  const url = new URL(landingPage())
  url.searchParams.set('latchkey_token_type', tokenType)
  url.searchParams.set('latchkey_error', error)
  return url.href
}

const title = (page: Page) => page.getByRole('heading', { level: 2 }).textContent()

const repeatedLandings: [Build, ShowOptions['embedding']][] = [
  ['standalone', 'component'],
  ['react-19', 'strict'],
]

describe('a landing', () => {
  it.each<[Build, ShowOptions['embedding']]>([
    ['standalone', 'element'],
    ['react-18', 'strict'],
    ...(isFull ? repeatedLandings : []),
  ])('of a link signs in on %s as %s: one call, one event, and no token in the URL', async (build, embedding) => {
    const { context, email } = await asked(build)
    const { page } = await setup.open({ leavesToken: true, build }, context)
    const calls = watchCalls(page, '/magic_links/authenticate')
    await page.goto(await linkFor(setup, email))
    await page.waitForURL((url) => url.origin === setup.site.url)
    expect(page.url()).toContain('latchkey_token_type=magic_links')
    await page.evaluate((options) => app.show(options), { embedding, config: withLinks(build) })
    await screen(page, 'logged_in')
    expect(await signedInAs(page)).toBe(email)
    expect([/[?&]token=/.test(page.url()), page.url().includes('latchkey_'), calls.length]).toEqual([false, false, 1])
    await expect.poll(() => events(page)).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('pending_sign_in'))),
    ).toEqual([])
  })

  itInFullRun('shows the sign-in in progress, in the language of the page, and not the form', async () => {
    const { context, email } = await asked()
    const { page } = await setup.open({ leavesToken: true }, context)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/magic_links/authenticate', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(await linkFor(setup, email))
    await page.waitForURL((url) => url.origin === setup.site.url)
    await page.evaluate((options) => app.show(options), { config: withLinks(), strings: de })
    await page.getByRole('paragraph').filter({ hasText: de['landing.verifying'] }).waitFor()
    expect([await emailField(page).count(), await axeViolations(page)]).toEqual([0, []])
    release()
    await screen(page, 'logged_in')
  })

  itInFullRun('is redeemed once if the host page redeems it too', async () => {
    const { context, email } = await asked()
    const { page } = await setup.open({ leavesToken: true }, context)
    const calls = watchCalls(page, '/magic_links/authenticate')
    await page.goto(await linkFor(setup, email))
    await page.waitForURL((url) => url.origin === setup.site.url)
    const own = await page.evaluate(
      async (options) => {
        app.show(options)
        return (await app.client.authenticateByUrl({ session_duration_minutes: 30 }))?.tokenType
      },
      { config: withLinks() } as ShowOptions,
    )
    await screen(page, 'logged_in')
    expect([own, calls.length]).toEqual(['magic_links', 1])
  })

  itInFullRun('is ignored if the configuration disables it', async () => {
    const { context, email } = await asked()
    const page = await land(context, await linkFor(setup, email), { config: { handleLandings: false } })
    await screen(page, 'main')
    expect(page.url()).toContain('token=')
  })

  itInFullRun('of another widget is ignored', async () => {
    const page = await land(await setup.newContext(), withError('reset_password', 'unable_to_auth_magic_link'))
    await screen(page, 'main')
    expect(page.url()).toContain('latchkey_token_type=reset_password')
  })
})

describe('a landing that fails', () => {
  it('because the link was used offers a new one to the same address', async () => {
    const { context, email } = await asked()
    const page = await land(context, withError('magic_links', 'unable_to_auth_magic_link'))
    await page.getByText(`We can send a new link to ${email}.`).waitFor()
    expect([await title(page), await axeViolations(page)]).toEqual(['This link has expired', []])
    expect(page.url()).not.toContain('latchkey_error')
    await button(page, 'Send a new link').click()
    await screen(page, 'email_confirmation')
    expect((await messagesTo(setup, email)).length).toBe(2)
  })

  itInFullRun('in another browser shows the reason, and can start again there', async () => {
    const { email } = await asked()
    const page = await land(await setup.newContext(), await linkFor(setup, email))
    await page.getByRole('heading', { name: 'This link belongs to another browser' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Start over').click()
    await screen(page, 'main')
    await emailField(page).waitFor()
  })

  it('without a response can be tried again with the same token', async () => {
    const { context, email } = await asked()
    const { page } = await setup.open({ leavesToken: true }, context)
    await page.route('**/magic_links/authenticate', (route) => route.abort())
    await page.goto(await linkFor(setup, email))
    await page.waitForURL((url) => url.origin === setup.site.url)
    await page.evaluate((options) => app.show(options), { config: withLinks() })
    await page.getByRole('heading', { name: 'Sign-in was not completed' }).waitFor()
    await page.unroute('**/magic_links/authenticate')
    await button(page, 'Try again').click()
    await screen(page, 'logged_in')
  })

  itInFullRun('because the user canceled at the provider goes there again', async () => {
    const config = withGitHub()
    const { page } = await setup.show({ config })
    await button(page, 'Continue with GitHub').click()
    await page.waitForURL(/authorization/)
    await page.goto(withError('oauth', 'oauth_access_denied'))
    await page.evaluate((options) => app.show(options), { config })
    await page.getByRole('heading', { name: 'Sign-in canceled' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Try again').click()
    await page.waitForURL(/authorization/)
    await page.getByRole('button', { name: 'ada@example.com' }).click()
    await page.waitForURL((url) => url.origin === setup.site.url)
    await page.evaluate((options) => app.show(options), { config })
    await screen(page, 'logged_in')
  })
})
