import { readFile } from 'node:fs/promises'
import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import type { Plugin } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { type Build, startHosts } from '../../hosts/host-site.ts'
import { describeInFullRun, isFull, itInFullRun } from '../matrix.ts'
import {
  announced,
  axeViolations,
  button,
  codeField,
  emailField,
  errorUnder,
  focused,
  hold,
  newEmail,
  refuse,
  root,
  screen,
  toPath,
  watchAnnouncements,
  watchCalls,
  wrong,
} from '../widget-page.ts'
import { askForCode, codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const byEmail: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const sends = { link: '/magic_links/email/login_or_create', code: '/otps/email/login_or_create' }
const errors = (page: Page) => page.evaluate(() => app.errors.map((error) => (error as Error).message))
const state = (page: Page) => root(page).getAttribute('data-state')

describe('a rejection by the provider', () => {
  const refusals: [string, number, string, string][] = [
    ['inactive_email', 400, '', 'The email address is marked as inactive; try another or contact admin.'],
    ['too_many_requests', 429, '', 'Too many requests. Please try again later.'],
    ['unsubscribed_phone_number', 400, '', "User unsubscribed; resubscribe by texting 'START'."],
    ['a_type_of_tomorrow', 400, 'The words of the server.', 'The words of the server.'],
  ]
  it.each(refusals)(
    'says the words for %s under the input, tells the host page, and stops the spinner [W-ERR-01] [W-ERR-02] [W-ERR-03]',
    async (error_type, status, error_message, words) => {
      const { page } = await setup.show()
      await refuse(page, sends.link, status, { error_type, error_message })
      const email = newEmail()
      await emailField(page).fill(email)
      await button(page).click()
      await expect.poll(() => errorUnder(page)).toBe(words)
      expect(await state(page)).not.toBe('sending')
      expect([await button(page).isEnabled(), await button(page).getAttribute('aria-busy')]).not.toContain('true')
      expect(await emailField(page).inputValue()).toBe(email)
      await expect.poll(async () => (await errors(page)).length).toBe(1)
      expect(
        await page.evaluate(() => app.errors.map((error) => (error as { error_type?: string }).error_type)),
      ).toEqual([error_type])
      expect(await axeViolations(page)).toEqual([])
    },
  )

  itInFullRun('of a code is shown at the code input [W-ERR-01] [W-ERR-02] [W-ERR-03]', async () => {
    const { page } = await setup.show({ config: byEmail })
    const email = await askForCode(page)
    await codeField(page).fill(wrong(await codeFor(setup, email)))
    await expect.poll(() => errorUnder(page)).toBe('Invalid passcode, please try again.')
    expect(await root(page).getAttribute('data-screen')).toBe('otp_authenticate')
    expect(await state(page)).not.toBe('verifying')
    await expect.poll(async () => (await errors(page)).length).toBe(1)
  })

  it('is announced to screen readers', async () => {
    const { page } = await setup.show()
    await watchAnnouncements(page)
    await emailField(page).fill('ada')
    await button(page).click()
    await expect.poll(() => announced(page)).toContain('Email format is invalid.')
    const alerts = () => page.evaluate(() => document.querySelectorAll('[role=alert]').length)
    expect(await alerts()).toBeGreaterThan(0)
  })

  itInFullRun('is announced again when it repeats', async () => {
    const { page } = await setup.show({ config: byEmail })
    const email = await askForCode(page)
    const code = wrong(await codeFor(setup, email))
    await watchAnnouncements(page)
    const words = 'Invalid passcode, please try again.'
    for (const times of [1, 2]) {
      await codeField(page).pressSequentially(code)
      await expect.poll(async () => (await announced(page)).filter((text) => text === words).length).toBe(times)
      await expect.poll(() => codeField(page).inputValue()).toBe('')
    }
  })
})

describe('a network that fails', () => {
  it('keeps the typed address, shows an error, and works on the next try', async () => {
    const { page, complaints } = await setup.show()
    const email = newEmail()
    await page.route(toPath(sends.link), (route) => route.abort('connectionfailed'))
    await emailField(page).fill(email)
    await button(page).click()
    await expect.poll(() => errorUnder(page)).toBe('No answer. Check your connection and try again.')
    expect([await emailField(page).inputValue(), await focused(page)]).toEqual([
      email,
      expect.objectContaining({ tag: 'input' }),
    ])
    expect(await axeViolations(page)).toEqual([])
    await page.unrouteAll()
    await button(page).click()
    await screen(page, 'email_confirmation')
    expect(complaints.filter((text) => text.startsWith('policy'))).toEqual([])
  })

  itInFullRun('keeps the typed code, and sends it again on Enter', async () => {
    const { page } = await setup.show({ config: byEmail })
    const email = await askForCode(page)
    const code = await codeFor(setup, email)
    await page.route(toPath('/otps/authenticate'), (route) => route.abort('connectionfailed'))
    await codeField(page).pressSequentially(code)
    await expect.poll(() => errorUnder(page)).toBe('No answer. Check your connection and try again.')
    expect([await codeField(page).inputValue(), await focused(page)]).toEqual([
      code,
      expect.objectContaining({ tag: 'input' }),
    ])
    expect(await axeViolations(page)).toEqual([])
    await page.unrouteAll()
    await codeField(page).press('Enter')
    await screen(page, 'otp_confirmation')
  })

  itInFullRun('also offers a button to send the code again', async () => {
    const { page } = await setup.show({ config: byEmail })
    const email = await askForCode(page)
    await page.route(toPath('/otps/authenticate'), (route) => route.abort('connectionfailed'))
    const calls = watchCalls(page, '/otps/authenticate')
    await codeField(page).fill(await codeFor(setup, email))
    await button(page, 'Try again').waitFor()
    await page.unrouteAll()
    const held = await hold(page, '/otps/authenticate')
    await button(page, 'Try again').press('Enter')
    await held.arrived
    // The button is removed, but the focus stays in the screen.
    await expect.poll(async () => (await focused(page)).tag).toBe('input')
    held.release()
    await screen(page, 'otp_confirmation')
    expect(calls.length).toBe(2)
  })

  /** Opens a host page and then blocks its scripts until they are released. */
  async function withoutScripts(
    build: Build = 'react-19',
  ): Promise<{ page: Page; restore(): void; restoreNewAddresses(): void }> {
    const context = await setup.newContext()
    let isBlocked = (_url: URL) => false
    await context.route(
      ({ pathname }) => pathname.endsWith('.js'),
      (route) => (isBlocked(new URL(route.request().url())) ? route.abort('connectionfailed') : route.continue()),
    )
    const { page } = await setup.open({ build }, context)
    isBlocked = () => true
    return {
      page,
      restore: () => (isBlocked = () => false),
      // The name of the chunk is that of the stand-alone build.
      restoreNewAddresses: () =>
        (isBlocked = ({ pathname, search }) => search === '' && pathname.includes('/behind-main')),
    }
  }

  itInFullRun(
    'shows an error if the configuration messages cannot be loaded, and loads them on the next try [W-ERR-02]',
    async () => {
      const { page, restore } = await withoutScripts()
      await page.evaluate(() => app.show({ config: { products: [] } }))
      await page.getByRole('heading', { name: 'Looks like there was an error!' }).waitFor()
      await expect.poll(async () => (await errors(page)).length).toBe(1)
      restore()
      await button(page, 'Try again').click()
      await page.getByText(/^Error: products is empty\. Add one or more of /).waitFor()
    },
  )

  it.each(['react-19', 'standalone'] as const)(
    'shows an error if the lazy chunks cannot be loaded, keeps the address, and loads them on the next try, with %s',
    async (build) => {
      const { page, restore } = await withoutScripts(build)
      await page.evaluate(() => app.show({}))
      const calls = watchCalls(page, '/magic_links')
      const email = newEmail()
      await emailField(page).fill(email)
      await button(page).click()
      await expect
        .poll(() => errorUnder(page))
        .toBe('The next step could not be loaded. Please try again, or reload the page.')
      expect(await axeViolations(page)).toEqual([])
      expect([await emailField(page).inputValue(), await state(page), calls.length]).toEqual([email, 'editing', 0])
      expect((await errors(page)).length).toBe(1)
      restore()
      await button(page).click()
      await screen(page, 'email_confirmation')
      expect(calls.length).toBe(1)
    },
  )

  it('loads a chunk from a new address, because browsers keep the failure of the first one', async () => {
    const { page, restoreNewAddresses } = await withoutScripts('standalone')
    await page.evaluate(() => app.show({}))
    await emailField(page).fill(newEmail())
    await button(page).click()
    await expect.poll(() => errorUnder(page)).toMatch(/^The next step could not be loaded/)
    restoreNewAddresses()
    await button(page).click()
    await screen(page, 'email_confirmation')
  })

  itInFullRun('loads the remaining chunks automatically when the browser is online again', async () => {
    const { page, restore } = await withoutScripts()
    const failed = page.waitForEvent('requestfailed')
    await page.evaluate(() => app.show({}))
    await failed
    restore()
    const foot = page.getByText(/Powered by/)
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        return foot.count()
      })
      .toBe(1)
  })
})

describe('the error screen', () => {
  /** The passcode screen with a bug in its rendering. */
  const broken: Plugin = {
    name: 'broken-view',
    load: {
      filter: { id: /otp-authenticate\.view\.tsx$/ },
      async handler(path) {
        const source = await readFile(path, 'utf8')
        const code = source.replace(
          /(function OtpAuthenticateView\([^)]*\): ReactElement \{)/,
          "$1 throw new Error('a bug')\n",
        )
        if (code === source) throw new Error('There is no view to break.')
        return code
      },
    },
  }

  it('appears if a screen cannot be rendered, notifies the host page, and leads back to Main [W-ERR-04] [W-ERR-05]', async () => {
    const site = await startHosts(setup.provider.url, [broken])
    try {
      const context = await setup.newContext()
      const page = await context.newPage()
      await page.goto(site.page())
      await page.evaluate((config) => app.show({ config }), byEmail)
      const email = newEmail()
      await emailField(page).fill(email)
      await button(page).click()
      await page.getByRole('heading', { name: 'Looks like there was an error!' }).waitFor()
      await page.getByText('Something went wrong. Please try again.').waitFor()
      expect(await axeViolations(page)).toEqual([])
      await expect.poll(() => errors(page)).toEqual(['a bug'])
      await button(page, 'Back').click()
      await screen(page, 'main')
      expect(await emailField(page).inputValue()).toBe(email)
    } finally {
      await site.close()
    }
  })
})

describe('strings of a host page', () => {
  it.each([...(isFull ? ([['react-19', false]] as const) : []), ['standalone', true] as const])(
    'may be at fault: the page stays as it is, and the widget says so and can be tried again, with %s [W-ERR-02] [W-ERR-04]',
    async (build, isShadow) => {
      const { page, complaints } = await setup.open({ build })
      await page.evaluate((enableShadowDOM) => {
        let isBroken = true
        const strings = {
          get 'main.title'(): string {
            if (isBroken) throw new Error('a host page at fault')
            return 'Come in'
          },
        }
        Object.assign(globalThis, { restore: () => (isBroken = false) })
        app.show({ strings, config: { enableShadowDOM } })
      }, isShadow)
      const title = page.getByRole('heading', { name: 'Looks like there was an error!' })
      await title.waitFor()
      // The replacement is at the position of the widget.
      expect(await title.evaluate((heading) => heading.getRootNode() instanceof ShadowRoot)).toBe(isShadow)
      expect(await axeViolations(page)).toEqual([])
      await expect.poll(() => errors(page)).toEqual(['a host page at fault'])
      await page.evaluate(() => (globalThis as unknown as { restore(): void }).restore())
      await button(page, 'Try again').click()
      await page.getByRole('heading', { name: 'Come in' }).waitFor()
      await page.evaluate(() => {
        const config: LoginConfig = {}
        app.show({ config: Object.assign(config, { itself: config }) })
      })
      await title.waitFor()
      await expect.poll(async () => (await errors(page)).length).toBe(2)
      // React logs the errors that it has caught.
      expect(complaints.filter((text) => !text.startsWith('console: '))).toEqual([])
      complaints.length = 0
    },
  )
})

describeInFullRun('callbacks that throw', () => {
  it('do not break the widget', async () => {
    const { page, complaints } = await setup.show({ config: byEmail, throws: 'a host page at fault' })
    const email = await askForCode(page)
    const code = await codeFor(setup, email)
    await codeField(page).fill(wrong(code))
    await expect.poll(() => errorUnder(page)).toBe('Invalid passcode, please try again.')
    await codeField(page).fill(code)
    await screen(page, 'otp_confirmation')
    await expect.poll(() => complaints.length).toBeGreaterThan(0)
    // Reported as an error of the host page, not of the widget.
    expect(new Set(complaints.map((text) => text.split('\n')[0]))).toEqual(
      new Set(['console: [Latchkey] A callback threw. Error: a host page at fault']),
    )
    complaints.length = 0
  })
})
