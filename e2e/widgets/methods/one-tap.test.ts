import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, triedToLeave } from '../../browser.ts'
import type { ShowOptions } from '../../hosts/host-login.ts'
import type { HostPageOptions } from '../../hosts/host-site.ts'
import { runCliCommand } from '../../provider.ts'
import { isFull, itInFullRun } from '../matrix.ts'
import { axeViolations, button, emailField, events, focused, root, screen, signedInAs } from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true })

type Providers = NonNullable<NonNullable<ShowOptions['config']>['oauthOptions']>['providers']
type Google = Partial<Providers[number]>

/** The configuration of One Tap. Sign-ins land on the page where they began, so the widget can redeem the token. */
function config(google: Google = {}, leavesToken = false): NonNullable<ShowOptions['config']> {
  const here = setup.site.page({ hasOneTap: true, leavesToken })
  return {
    products: ['oauth', 'emailMagicLinks'],
    oauthOptions: {
      providers: [{ type: 'google', one_tap: true, ...google }],
      loginRedirectURL: here,
      signupRedirectURL: here,
    },
  }
}

/** Newer browsers show the prompt themselves (FedCM) and do not use an element. */
async function browse(age: 'older' | 'newer' = 'older'): Promise<{ context: BrowserContext; tried: string[] }> {
  const context = await setup.newContext()
  const tried = triedToLeave(context)
  await context.addInitScript((is) => {
    Object.defineProperty(globalThis, 'IdentityCredential', { value: is === 'newer' ? Object : undefined })
  }, age)
  return { context, tried }
}

async function show(google: Google = {}, wanted: ShowOptions & HostPageOptions = {}, age?: 'older' | 'newer') {
  const { context, tried } = await browse(age)
  const shown = await setup.show({ config: config(google), hasOneTap: true, ...wanted }, context)
  return { ...shown, tried }
}

const googleButton = (page: Page): Locator => button(page, 'Continue with Google')
const frame = (page: Page): Locator => page.locator('iframe[title="Sign in with Google"]')
const prompt = (page: Page) => page.frameLocator('iframe[title="Sign in with Google"]')
const promptShown = (page: Page): Promise<void> =>
  prompt(page).getByRole('heading', { name: 'Sign in with Google' }).waitFor()
const status = (page: Page): Promise<string | null> => page.locator('.latchkey-one-tap').getAttribute('data-one-tap')
const problem = (page: Page): Locator => page.getByText(/^One Tap is not shown/)

/** `embedded` in the widget, `floating` over the page. */
function place(page: Page): Promise<string> {
  return frame(page).evaluate((one) => {
    if (getComputedStyle(one).position === 'fixed') return 'floating'
    const spot = one.parentElement
    const slot = spot?.assignedSlot ?? spot
    return slot?.closest('.latchkey-one-tap') ? 'embedded' : 'elsewhere'
  })
}

/** Positions whose result another one has too. */
const furtherPositions = isFull ? (['embedded', 'embeddedOnly', 'floatingOrEmbedded'] as const) : []

describe('One Tap on Main', () => {
  it.each([
    [
      'older',
      [
        [undefined, 'embedded'],
        ['floating', 'floating'],
        ['forceLegacyEmbedded', 'embedded'],
        ...furtherPositions.map((one) => [one, one === 'floatingOrEmbedded' ? 'floating' : 'embedded'] as const),
      ],
    ],
    [
      'newer',
      [
        ['embedded', 'floating'],
        ['embeddedOnly', 'nowhere'],
        ['forceLegacyEmbedded', 'embedded'],
        ...(isFull ? (['floating', 'floatingOrEmbedded'] as const) : []).map((one) => [one, 'floating'] as const),
      ],
    ],
  ] as const)(
    'in one of the %s browsers is shown at the position that the browser allows [W-ONE-01]',
    async (age, positions) => {
      const { context, tried } = await browse(age)
      const { page } = await setup.open({ hasOneTap: true }, context)
      const looked = new Set<string>()
      for (const [position, expected] of positions) {
        if (looked.size > 0) await page.reload()
        await page.evaluate((options) => app.show(options), { config: config(position && { position }) })
        if (expected === 'nowhere') {
          await problem(page).waitFor()
          expect([await frame(page).count(), await status(page), await googleButton(page).count()]).toEqual([
            0,
            'error',
            1,
          ])
        } else {
          await promptShown(page)
          await expect.poll(() => status(page)).toBe('shown')
          // An embedded prompt replaces the button.
          const buttons = expected === 'embedded' ? 0 : 1
          await expect
            .poll(async () => [position, await place(page), await googleButton(page).count()])
            .toEqual([position, expected, buttons])
        }
        // Prompts at the same position look the same, so axe runs once for each.
        if (!looked.has(expected)) expect([position, await axeViolations(page)]).toEqual([position, []])
        looked.add(expected)
      }
      expect(tried).toEqual([])
    },
  )

  it('signs in: a choice redirects to the returned URL', async () => {
    const { page } = await show({}, { config: config({}, true) })
    let returned: unknown
    await page.route('**/v1/frame/one_tap/submit', async (route) => {
      const response = await route.fetch()
      returned = (await response.json()).redirect_url
      await route.fulfill({ response })
    })
    const landed = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('token='))
    await prompt(page)
      .getByRole('button', { name: /Grace Hopper/ })
      .click()
    expect((await landed).url()).toBe(returned)
    await page.waitForURL((url) => url.searchParams.has('token'))
    // The widget redeems the token there.
    await page.evaluate((options) => app.show(options), { config: config({}, true) })
    await screen(page, 'logged_in')
    expect(await signedInAs(page)).toBe('grace@example.com')
    // The method is stored as the last used one.
    const kept = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => /last_used$/.test(key)))
    expect(kept.map(([, method]) => method)).toEqual(['google'])
  })

  itInFullRun('has a height of 47 pixels until it is measured, and then its own height [W-ONE-07]', async () => {
    const { context } = await browse()
    await context.addInitScript(() => {
      const heights: string[] = []
      Object.assign(globalThis, { heights })
      const note = () => {
        const element = document.querySelector<HTMLElement>('.latchkey-one-tap[data-embedded=true]')
        const { height = '' } = element?.style ?? {}
        if (height && heights.at(-1) !== height) heights.push(height)
      }
      new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true })
    })
    const { page } = await setup.show({ config: config(), hasOneTap: true }, context)
    await promptShown(page)
    const heights = (): Promise<string[]> =>
      page.evaluate(() => (globalThis as unknown as { heights: string[] }).heights)
    const measured = () => frame(page).evaluate((one) => `${one.parentElement?.offsetHeight}px`)
    await expect.poll(async () => (await heights()).at(-1)).toBe(await measured())
    expect((await heights())[0]).toBe('47px')
    // The height follows the content.
    await frame(page).evaluate((one) => {
      one.style.height = '120px'
    })
    await expect.poll(async () => (await heights()).at(-1)).toBe(await measured())
    expect((await heights()).at(-1)).toMatch(/^12\dpx$/)
  })

  itInFullRun('is replaced by the button after the user closes it, without an error, and does not return', async () => {
    const { page } = await show()
    await promptShown(page)
    await expect.poll(() => status(page)).toBe('shown')
    await prompt(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => status(page)).toBe('cancelled')
    // The focus stays at its position.
    await expect.poll(() => focused(page)).toEqual({ tag: 'button', text: 'Continue with Google' })
    expect([
      await googleButton(page).count(),
      await problem(page).count(),
      await page.locator('iframe').count(),
    ]).toEqual([1, 0, 0])
    await emailField(page).fill('one-tap-1@example.com')
    await button(page).click()
    await screen(page, 'email_confirmation')
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect([await status(page), await page.locator('iframe').count()]).toEqual(['cancelled', 0])
  })

  it.each([[undefined, 'cancelled'], ...(isFull ? ([[true, 'cancelled']] as const) : []), [false, 'shown']] as const)(
    'asked for with cancel_on_tap_outside %s is %s after a tap outside of it [W-ONE-02]',
    async (cancelsOutside, expected) => {
      const google = {
        position: 'floating',
        ...(cancelsOutside !== undefined && { cancel_on_tap_outside: cancelsOutside }),
      } as const
      const { page } = await show(google)
      await promptShown(page)
      await expect.poll(() => status(page)).toBe('shown')
      await page.getByRole('heading', { level: 1 }).click()
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
      expect(await status(page)).toBe(expected)
    },
  )

  itInFullRun('is removed with Main, and returns with it', async () => {
    const { page } = await show()
    await promptShown(page)
    await emailField(page).fill('one-tap-2@example.com')
    await button(page).click()
    await screen(page, 'email_confirmation')
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await button(page, 'Back').click()
    await screen(page, 'main')
    await promptShown(page)
    expect(await place(page)).toBe('embedded')
  })

  it('is removed with the widget, and exists once in StrictMode (F42)', async () => {
    const { page } = await show({}, { embedding: 'strict', build: 'react-19' })
    await promptShown(page)
    await expect.poll(() => status(page)).toBe('shown')
    expect(await frame(page).count()).toBe(1)
    await page.evaluate(() => app.remove())
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    expect(await events(page)).toEqual([])
  })

  itInFullRun('works in a shadow root, where Google cannot find its parent element', async () => {
    const { page } = await show(
      {},
      { config: { ...config(), enableShadowDOM: true }, strings: { 'locale.direction': 'rtl' } },
    )
    await promptShown(page)
    await expect.poll(() => place(page)).toBe('embedded')
    expect(await axeViolations(page)).toEqual([])
    await prompt(page).getByRole('button', { name: 'ada@example.com' }).click()
    await expect.poll(() => signedInAs(page)).toBe('ada@example.com')
  })

  it('loads no script of Google and no frame unless it is configured', async () => {
    const { context } = await browse()
    const loaded: string[] = []
    context.on('request', (request) => {
      if (/\/v1\/frame|identity-providers/.test(request.url())) loaded.push(new URL(request.url()).pathname)
    })
    const { page } = await setup.show({ config: config({ one_tap: false }), hasOneTap: true }, context)
    await googleButton(page).waitFor()
    await emailField(page).fill('one-tap-3@example.com')
    await button(page).click()
    await screen(page, 'email_confirmation')
    // Leaves the unfinished sign-in, because a new widget would continue it.
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect(loaded).toEqual([])
    await page.evaluate((options) => app.show(options), { config: config() })
    await promptShown(page)
    expect(loaded).toContain('/dev/identity-providers/google/client.js')
  })
})

describe('One Tap that cannot be shown', () => {
  /**
   * Creates a project with a client of Google and returns its public token. The fake of Google rejects a client id with a
   * colon, with the error that follows it.
   */
  async function createProject(name: string, clientId: string, ...more: string[]): Promise<string> {
    const { public_token } = await runCliCommand<{ public_token: string }>(
      setup.dataDir,
      ...['projects', 'create', '--name', name, '--environment', 'test', '--origin', setup.site.url, ...more],
    )
    const secret = join(setup.dataDir, 'google-secret')
    await writeFile(secret, 'latchkey-fake-google-secret')
    await runCliCommand(
      setup.dataDir,
      ...['oauth', 'set', 'google', '--client-id', clientId, '--secret-file', secret, '--project', name],
    )
    return public_token
  }
  /** A project with a page for sign-ins, whose client of Google is rejected. */
  const createRejected = (name: string, error: string): Promise<string> =>
    createProject(name, `latchkey-fake-google:${error}`, '--redirect', `${setup.site.url}/in`)

  /** Sign-ins land on the default page of the project. */
  const toDefault = (): NonNullable<ShowOptions['config']> => {
    const { oauthOptions, ...rest } = config()
    return { ...rest, oauthOptions: { providers: oauthOptions?.providers ?? [] } }
  }

  const refuseStart = (context: BrowserContext, error_type: string) =>
    context.route('**/v1/frame/one_tap/start', (route) =>
      route.fulfill({ status: 400, json: { error_type, error_message: 'Refused.' } }),
    )
  /** The same site under a name that no project has authorized; browsers resolve it to this machine. */
  const foreign = (url: string): string => url.replace('//localhost', '//evil.localhost')

  const reasons: [string, string, () => Promise<Page>][] = [
    [
      'origin not allowed',
      "this page's origin is not allowed",
      async () => {
        const { context } = await browse()
        // No timeout: the frame responds at once or never.
        await context.addInitScript(() => {
          const { setTimeout: later } = globalThis
          Object.assign(globalThis, {
            setTimeout: (run: () => void, ms?: number) => (ms === 10_000 ? 0 : later(run, ms)),
          })
        })
        // Messages of the browser and the client about that are expected.
        const { page } = await openPage(context, foreign(setup.site.page({ hasOneTap: true })))
        await page.evaluate((options) => app.show(options), { config: config() })
        await problem(page).waitFor()
        return page
      },
    ],
    [
      'invalid client',
      'Google does not know the OAuth client',
      async () => {
        const publicToken = await createRejected('Unknown', 'invalid_client')
        return (await show({}, { publicToken, config: toDefault() })).page
      },
    ],
    [
      'no OAuth client',
      'has no OAuth client for Google',
      // The development provider gives each project a fake; a rejection by the provider is tested in the server.
      async () => {
        const { context } = await browse()
        await refuseStart(context, 'oauth_config_not_found')
        return (await setup.show({ config: config(), hasOneTap: true }, context)).page
      },
    ],
    [
      'no login or signup redirect URLs',
      'has no login or signup redirect URLs',
      async () => (await show({}, { publicToken: await createProject('Homeless', 'latchkey-fake-google') })).page,
    ],
    [
      'default provider not allowed',
      "OAuth client of the project's own, not the default one",
      async () => {
        const publicToken = await createRejected('Borrowing', 'default_provider_not_allowed')
        return (await show({}, { publicToken, config: toDefault() })).page
      },
    ],
  ]

  it.each(isFull ? reasons : reasons.slice(0, 2))(
    'because of %s leaves the button, and a word to developers [W-ONE-04] [W-ONE-05] [W-ONE-06]',
    async (_, words, open) => {
      const page = await open()
      await expect.poll(() => problem(page).allTextContents()).toEqual([expect.stringContaining(words)])
      expect([await status(page), await googleButton(page).count(), await frame(page).count()]).toEqual(['error', 1, 0])
      await expect.poll(() => page.evaluate(() => app.errors.length)).toBeGreaterThan(0)
      expect(await axeViolations(page)).toEqual([])
    },
  )

  itInFullRun('shows no reason with a live token, because users would see it [W-ONE-05] [W-ONE-06]', async () => {
    const { page, complaints } = await show(
      {},
      {
        publicToken: 'public-token-live-11111111-1111-4111-8111-111111111111',
        client: { domains: { api: setup.provider.url } },
      },
    )
    await expect.poll(() => status(page)).toBe('error')
    expect([await googleButton(page).count(), await problem(page).count()]).toEqual([1, 0])
    // The project does not exist, and the client logs that.
    complaints.length = 0
    expect(await root(page).getAttribute('data-screen')).toBe('main')
  })

  it('is replaced by a working button with every field of its entry [W-CFG-19] [W-ONE-05]', async () => {
    const { context } = await browse()
    await refuseStart(context, 'oauth_config_not_found')
    const google = {
      position: 'floating',
      cancel_on_tap_outside: false,
      custom_scopes: ['a', 'b'],
      provider_params: { login_hint: 'ada@example.com' },
    } as const
    const { page } = await setup.show({ config: config(google), hasOneTap: true }, context)
    await problem(page).waitFor()
    const started = page.waitForRequest(/\/oauth\/google\/start/)
    await googleButton(page).click()
    const query = new URL((await started).url()).searchParams
    expect([query.get('custom_scopes'), query.get('provider_login_hint')]).toEqual(['a b', 'ada@example.com'])
    await page.waitForURL((url) => url.origin !== setup.site.url)
  })
})
