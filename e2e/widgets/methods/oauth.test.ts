import { type OAuthProvider, oauthProviders } from '@latchkey/contract'
import type { LoginConfig } from '@latchkey/widgets'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isFull, itInFullRun } from '../matrix.ts'
import {
  announced,
  axeViolations,
  button,
  emailField,
  errorUnder,
  focused,
  root,
  signedInAs,
  watchAnnouncements,
} from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true })

const providers = (...types: OAuthProvider[]) => types.map((type) => ({ type }))
const withOAuth = (...types: OAuthProvider[]): LoginConfig => ({
  products: ['oauth'],
  oauthOptions: { providers: providers(...types) },
})
const formAndButtons: LoginConfig = {
  products: ['emailMagicLinks', 'oauth'],
  oauthOptions: { providers: providers('google', 'github') },
}
const choices = (page: Page): Locator => page.getByRole('button', { name: /^Continue with/ })
const choicesAlert = (page: Page): Promise<string | null> =>
  page.locator('.latchkey-choices [role=alert]').textContent()

/** A 204 response leaves the browser on the page. */
const neverLeave = (page: Page): Promise<unknown> =>
  page.route('**/v1/public/oauth/**', (route) => route.fulfill({ status: 204 }))

/** Blocks files of the widget until they are released. */
async function holdFiles(page: Page, files: RegExp): Promise<() => void> {
  let come = (): void => undefined
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(files, async (route) => {
    await coming
    await route.continue()
  })
  return () => come()
}

describe('the buttons of the providers', () => {
  it('are those of the configuration, in its order, with their official names [W-CFG-15] [W-MAIN-14]', async () => {
    const { page } = await setup.show({ config: withOAuth(...oauthProviders) })
    await expect
      .poll(() => choices(page).allTextContents())
      .toEqual(
        [
          ...[
            'Google',
            'Microsoft',
            'Apple',
            'GitHub',
            'GitLab',
            'Facebook',
            'Discord',
            'Salesforce',
            'Slack',
            'Amazon',
          ],
          ...['Bitbucket', 'LinkedIn', 'Coinbase', 'Twitch', 'Twitter', 'TikTok', 'Snapchat', 'Figma', 'Yahoo'],
        ].map((name) => `Continue with ${name}`),
      )
    await expect.poll(() => page.locator('.latchkey-method-icon:not(:empty)').count()).toBe(19)
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate((config) => app.show({ config }), withOAuth('yahoo', 'apple'))
    await expect.poll(() => choices(page).allTextContents()).toEqual(['Continue with Yahoo', 'Continue with Apple'])
  })

  itInFullRun('load only the logos of the configured providers, without a layout shift', async () => {
    const { page } = await setup.open()
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    const buttonsCome = await holdFiles(page, /\/main-choices-\w+\.js$/)
    const marksCome = await holdFiles(page, /\/(google|github)-\w+\.js$/)
    await page.evaluate((config) => {
      const shifts = { sum: 0 }
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift' })
      app.show({ config })
    }, formAndButtons)
    await emailField(page).waitFor()
    const places = await page
      .locator('.latchkey-choice-place')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    buttonsCome()
    await choices(page).first().waitFor()
    expect(await choices(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))).toEqual(places)
    const place = await choices(page).first().boundingBox()
    expect(await page.locator('.latchkey-method-icon:not(:empty)').count()).toBe(0)
    marksCome()
    await expect.poll(() => page.locator('.latchkey-method-icon:not(:empty)').count()).toBe(2)
    expect(await choices(page).first().boundingBox()).toEqual(place)
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum)).toBe(0)
    const loaded = files.flatMap((path) => oauthProviders.filter((name) => path.includes(`/${name}-`)))
    expect([...new Set(loaded)].sort()).toEqual(['github', 'google'])
  })

  it('are under a divider, below the form of the first product [W-MAIN-12] [W-MAIN-13]', async () => {
    const { page } = await setup.show({ config: formAndButtons })
    await choices(page).first().waitFor()
    const tops = async (): Promise<number[]> =>
      Promise.all(
        [root(page).locator('form'), page.getByText('or', { exact: true }), choices(page).first()].map(
          async (part) => (await part.boundingBox())?.y ?? 0,
        ),
      )
    const [form = 0, or = 0, first = 0] = await tops()
    expect(form < or && or < first).toBe(true)
    expect(await page.getByText('or', { exact: true }).count()).toBe(1)
    await page.evaluate((config) => app.show({ config }), {
      ...formAndButtons,
      products: ['oauth', 'emailMagicLinks'],
    } as LoginConfig)
    await expect
      .poll(async () => {
        const [below = 0, between = 0, above = 0] = await tops()
        return above < between && between < below
      })
      .toBe(true)
    expect(await page.getByText('or', { exact: true }).count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
  })

  itInFullRun('need neither a form nor a divider', async () => {
    const { page } = await setup.show({ config: withOAuth('google') })
    await choices(page).waitFor()
    expect(await root(page).locator('form, input').count()).toBe(0)
    expect(await page.getByText('or', { exact: true }).count()).toBe(0)
  })

  itInFullRun('are absent without a configured provider, with a warning in the console', async () => {
    const { page } = await setup.open()
    const said: string[] = []
    page.on('console', (message) => said.push(`${message.type()} ${message.text()}`))
    // As code without types can pass it.
    const show = (config: object) => page.evaluate((options) => app.show(options), { config: config as LoginConfig })
    await show({ products: ['emailMagicLinks', 'oauth'] })
    await emailField(page).waitFor()
    await expect.poll(() => said.filter((text) => text.includes('oauthOptions.providers'))).toHaveLength(1)
    expect(said.find((text) => text.includes('oauthOptions.providers'))).toMatch(/^warning \[Latchkey\] /)
    expect([await choices(page).count(), await page.getByText('or', { exact: true }).count()]).toEqual([0, 0])
    await show({ products: ['oauth'] })
    await expect.poll(() => root(page).innerText()).toMatch(/^Error: oauthOptions\.providers is missing/)
  })

  itInFullRun('fit into 320 px, and can be reached and pressed with the keyboard alone', async () => {
    const context = await setup.newContext({ viewport: { width: 320, height: 640 } })
    const { page } = await setup.show({ config: formAndButtons }, context)
    await choices(page).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const seen: string[] = []
    for (let stop = 0; stop < 4; stop += 1) {
      await page.keyboard.press('Tab')
      const at = await focused(page)
      seen.push(at.tag === 'input' ? 'input' : at.text)
    }
    expect(seen).toEqual(['input', 'Continue', 'Continue with Google', 'Continue with GitHub'])
    await neverLeave(page)
    const started = page.waitForRequest('**/v1/public/oauth/github/start**')
    await page.keyboard.press('Enter')
    await started
  })
})

describe('a press', () => {
  it('starts OAuth for that provider with the addresses, scopes and parameters of the configuration [W-MAIN-16] [W-CFG-16] [W-CFG-17]', async () => {
    const { page } = await setup.show({
      config: {
        products: ['oauth'],
        oauthOptions: {
          loginRedirectURL: `${setup.site.url}/in`,
          signupRedirectURL: `${setup.site.url}/new`,
          providers: [
            { type: 'github' },
            {
              type: 'google',
              custom_scopes: ['calendar', 'drive.readonly'],
              provider_params: { login_hint: 'ada@example.com', prompt: 'consent' },
            },
          ],
        },
      },
    })
    await neverLeave(page)
    const started = page.waitForRequest('**/v1/public/oauth/google/start**')
    await button(page, 'Continue with Google').click()
    const url = new URL((await started).url())
    expect(`${url.origin}${url.pathname}`).toBe(`${setup.provider.url}/v1/public/oauth/google/start`)
    const { public_token, code_challenge, ...asked } = Object.fromEntries(url.searchParams)
    expect(asked).toEqual({
      custom_scopes: 'calendar drive.readonly',
      provider_login_hint: 'ada@example.com',
      provider_prompt: 'consent',
      login_redirect_url: `${setup.site.url}/in`,
      signup_redirect_url: `${setup.site.url}/new`,
    })
  })

  itInFullRun('is busy until the browser leaves the page: no other action starts, and it is announced', async () => {
    const { page } = await setup.show({ config: formAndButtons })
    await choices(page).first().waitFor()
    await watchAnnouncements(page)
    await neverLeave(page)
    const starts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/public/oauth/')) starts.push(new URL(request.url()).pathname)
    })
    await emailField(page).fill('ada@example.com')
    await button(page, 'Continue with Google').click()
    await page.locator('.latchkey[data-state=leaving]').waitFor()
    const states = () =>
      choices(page).evaluateAll((all) =>
        all.map((one) => [one.getAttribute('aria-busy'), one.getAttribute('aria-disabled')]),
      )
    expect(await states()).toEqual([
      ['true', 'true'],
      ['false', 'true'],
    ])
    await button(page, 'Continue with GitHub').click({ force: true })
    await button(page, 'Continue with Google').click({ force: true })
    expect(await button(page).getAttribute('aria-disabled')).toBe('true')
    await button(page).click({ force: true })
    expect(await announced(page)).toEqual(['Taking you to Google…'])
    expect(await axeViolations(page)).toEqual([])
    expect(starts).toEqual(['/v1/public/oauth/google/start'])
    expect([await emailField(page).inputValue(), await button(page).getAttribute('aria-busy')]).toEqual([
      'ada@example.com',
      'false',
    ])
  })

  it('shows an error next to the buttons when the browser is offline, and works again', async () => {
    const { page, context } = await setup.show({ config: formAndButtons })
    await emailField(page).fill('ada@example.com')
    // Lazy chunks have loaded.
    await page.getByText(/Powered by/).waitFor()
    await context.setOffline(true)
    const here = page.url()
    await button(page, 'Continue with Google').click()
    await expect.poll(() => choicesAlert(page)).toBe('No answer. Check your connection and try again.')
    expect([page.url(), await emailField(page).inputValue(), await errorUnder(page)]).toEqual([
      here,
      'ada@example.com',
      '',
    ])
    await expect
      .poll(() => page.evaluate(() => app.errors.map((error) => (error as Error).name)))
      .toEqual(['UnreachableError'])
    expect(await axeViolations(page)).toEqual([])
    await context.setOffline(false)
    await neverLeave(page)
    const started = page.waitForRequest('**/v1/public/oauth/google/start**')
    await button(page, 'Continue with Google').click()
    await started
    await expect.poll(() => choicesAlert(page)).toBe('')
  })

  itInFullRun('shows an error next to the buttons when the project is unknown', async () => {
    const publicToken = 'public-token-test-99999999-9999-4999-8999-999999999999'
    const { page, complaints } = await setup.show({ config: withOAuth('google'), publicToken })
    const here = page.url()
    await button(page, 'Continue with Google').click()
    await expect.poll(() => choicesAlert(page)).not.toBe('')
    expect(page.url()).toBe(here)
    // The client logs that it uses its defaults.
    expect(complaints.filter((text) => !/invalid_public_token/.test(text))).toEqual([])
    complaints.length = 0
  })

  itInFullRun('works again after the browser restores the page from its cache', async () => {
    const { page } = await setup.show({ config: formAndButtons })
    await neverLeave(page)
    await emailField(page).fill('ada@example.com')
    await button(page, 'Continue with GitHub').click()
    await page.locator('.latchkey[data-state=leaving]').waitFor()
    // The headless browser has no back/forward cache, so the test dispatches its event.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.locator('.latchkey[data-state=editing]').waitFor()
    expect(await choices(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-disabled')))).toEqual([
      'false',
      'false',
    ])
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
    const started = page.waitForRequest('**/v1/public/oauth/google/start**')
    await button(page, 'Continue with Google').click()
    await started
  })
})

describe('a whole sign-in from the widget', () => {
  it.each(isFull ? (['google', 'github', 'apple'] as const) : (['google'] as const))(
    'with %s returns signed in',
    async (name) => {
      const { page } = await setup.open()
      const here = setup.site.page()
      await page.evaluate((config) => app.show({ config }), {
        products: ['oauth', 'emailMagicLinks'],
        oauthOptions: {
          providers: providers('apple', 'github', 'google'),
          loginRedirectURL: here,
          signupRedirectURL: here,
        },
      } as LoginConfig)
      await page.getByRole('button', { name: new RegExp(`^Continue with ${name}$`, 'i') }).click()
      await page.waitForURL((url) => url.pathname.endsWith(`/${name}/authorization`))
      await page.getByRole('button', { name: 'ada@example.com' }).click()
      // The host page redeems the token and removes it from its URL.
      await page.waitForURL((url) => url.origin === setup.site.url && !url.searchParams.has('token'))
      await expect.poll(() => page.evaluate(() => app.client.user.getSync()?.name.first_name)).toBe('Ada')
      if (name !== 'apple') expect(await signedInAs(page)).toBe('ada@example.com')
    },
  )
})
