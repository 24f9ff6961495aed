import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../browser.ts'
import type { ShowOptions } from '../../hosts/host-login.ts'
import type { Build } from '../../hosts/host-site.ts'
import { describeInFullRun, itInFullRun, turn } from '../matrix.ts'
import { havePassword, isDisabled } from '../password-page.ts'
import {
  axeViolations,
  button,
  emailField,
  events,
  focused,
  hold,
  newEmail,
  root,
  screen,
  signedInAs,
  watchCalls,
} from '../widget-page.ts'
import { messagesTo, prepareWidgets, type Shown } from '../widget-setup.ts'

const setup = prepareWidgets()

const newSecret = 'another lantern 17 quiet harbour'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const field = (page: Page) => page.locator('input[name=password]')

interface Forgotten {
  email: string
  context: BrowserContext
  /** The URLs of the two links of the mail, with their tokens. */
  reset: string
  login: string
}

/** A user who requested a password reset in a separate browser. */
async function forgotten(build: Build = 'standalone'): Promise<Forgotten> {
  const email = newEmail()
  await havePassword(setup, email)
  const context = await setup.newContext()
  const { page } = await setup.open({ build }, context)
  const landing = setup.site.page({ build, leavesToken: true })
  await page.evaluate(
    ([address, url]) =>
      app.client.passwords
        .resetByEmailStart({
          email: address as string,
          reset_password_redirect_url: url as string,
          login_redirect_url: url as string,
        })
        .then(() => undefined),
    [email, landing],
  )
  await page.close()
  const [mail] = await messagesTo(setup, email)
  const [reset = '', login = ''] = mail?.links ?? []
  return { email, context, reset, login }
}

/** Opens a link and mounts the widget on the page that it leads to. */
async function land(link: string, context: BrowserContext, wanted: ShowOptions = {}): Promise<Shown> {
  const opened = { context, ...(await openPage(context, link)) }
  setup.watch(opened)
  await opened.page.evaluate((options) => app.show(options), { widget: 'reset-password' as const, ...wanted })
  await root(opened.page).waitFor()
  return opened
}

describe.each(turn(0))(
  '$build, shadow root: $enableShadowDOM, by $embedding',
  ({ build, enableShadowDOM, embedding }) => {
    it('resets a password with the keyboard alone, without axe violations on every screen [W-RST-01] [W-RST-02] [W-RST-04] [W-RST-05] [W-STR-02] [W-EVT-13]', async () => {
      const { email, context, reset } = await forgotten(build)
      const { page } = await land(reset, context, { embedding, config: { enableShadowDOM } })
      await screen(page, 'password_reset_form')
      expect(new URL(page.url()).searchParams.has('token')).toBe(false)
      await heading(page, 'Reset your password').waitFor()
      const found = [await axeViolations(page)]
      expect([await isDisabled(page), await field(page).getAttribute('autocomplete')]).toEqual([true, 'new-password'])
      // The field already has the focus.
      await expect.poll(async () => (await focused(page)).tag).toBe('input')
      await page.keyboard.type(newSecret)
      await expect.poll(() => isDisabled(page)).toBe(false)
      await page.keyboard.press('Enter')
      await screen(page, 'password_reset_verify_confirmation')
      await heading(page, 'Success!').waitFor()
      await page.getByText('You have successfully logged in.', { exact: true }).waitFor()
      await expect.poll(() => focused(page)).toEqual({ tag: 'h2', text: 'Success!' })
      found.push(await axeViolations(page))
      expect([await signedInAs(page), found]).toEqual([email, [[], []]])
      await expect
        .poll(() => events(page))
        .toEqual([
          { type: 'PASSWORD_RESET_BY_EMAIL', data: {} },
          { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
        ])
    })
  },
)

describe('the token', () => {
  it('is removed from the URL before anything is loaded or sent, and the rest of the URL stays (X-7)', async () => {
    const { context, reset } = await forgotten()
    const page = (await openPage(context, reset)).page
    const token = new URL(page.url()).searchParams.get('token') ?? ''
    const referers: (string | undefined)[] = []
    page.on('request', (request) => referers.push(request.url(), request.headers().referer))
    const query = await page.evaluate(() => {
      app.show({ widget: 'reset-password', embedding: 'mount' })
      return new Promise<string>((resolve) => {
        const look = () => {
          if (document.querySelector('.latchkey')) resolve(location.search)
          else setTimeout(look, 1)
        }
        look()
      })
    })
    await screen(page, 'password_reset_form')
    const left = new URLSearchParams(query)
    expect([left.has('token'), left.has('latchkey_token_type'), left.has('public_token')]).toEqual([false, false, true])
    expect(referers.filter((address) => address?.includes(token))).toEqual([])
  })

  it('is that of the host page if it sets one [W-A-03] [W-RST-02]', async () => {
    const { email, context, reset } = await forgotten()
    const token = new URL(reset).searchParams.get('token') ?? ''
    const { page } = await land(setup.site.page({ leavesToken: true }), context, {
      embedding: 'mount',
      passwordResetToken: token,
      styles: { colors: { primary: '#5b21b6' } },
      strings: { 'reset_password.title': 'Passwort zurücksetzen' },
      config: { sessionOptions: { sessionDurationMinutes: 10 } },
    })
    const calls = watchCalls(page, '/passwords/email/reset')
    await heading(page, 'Passwort zurücksetzen').waitFor()
    expect(await button(page).evaluate((element) => getComputedStyle(element).color)).not.toBe('')
    await field(page).fill(newSecret)
    await expect.poll(() => isDisabled(page)).toBe(false)
    await button(page).click()
    await screen(page, 'password_reset_verify_confirmation')
    expect(calls.map((call) => call.postDataJSON())).toEqual([
      { token, password: newSecret, session_duration_minutes: 10, code_verifier: expect.any(String) },
    ])
    expect(await signedInAs(page)).toBe(email)
  })

  itInFullRun(
    'of a host page that reads the URL remains after the URL is cleaned, also when the widget renders again',
    async () => {
      const { email, context, reset } = await forgotten('react-19')
      const wanted: ShowOptions = { widget: 'reset-password', embedding: 'strict' }
      const passwordResetToken = new URL(reset).searchParams.get('token') ?? ''
      const { page } = await land(reset, context, { ...wanted, passwordResetToken })
      await field(page).fill(newSecret)
      await page.evaluate((options) => app.show(options), wanted)
      expect(await field(page).inputValue()).toBe(newSecret)
      await page.evaluate((options) => {
        app.remove()
        app.show(options)
      }, wanted)
      await expect.poll(() => field(page).inputValue()).toBe('')
      await field(page).fill(newSecret)
      await expect.poll(() => isDisabled(page)).toBe(false)
      await button(page).click()
      await screen(page, 'password_reset_verify_confirmation')
      // The token is consumed now, and the success is still shown.
      await page.evaluate((options) => app.show({ ...options, styles: { colors: { primary: '#5b21b6' } } }), wanted)
      await screen(page, 'password_reset_verify_confirmation')
      expect(await signedInAs(page)).toBe(email)
    },
  )

  itInFullRun('that is missing shows a message for the developer, and offers the user another link', async () => {
    const { page } = await setup.show({ leavesToken: true, widget: 'reset-password' })
    await screen(page, 'error')
    await heading(page, 'Looks like there was an error!').waitFor()
    await page
      .getByText('Required parameter is missing: token. Please reach out to the application developer.', {
        exact: true,
      })
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

describe('the other link of the mail', () => {
  it('signs in, and shows the progress [W-RST-03] [W-RST-01]', async () => {
    const { email, context, login } = await forgotten()
    const held = await hold(context, '/magic_links/authenticate')
    const { page } = await land(login, context)
    await screen(page, 'logged_in')
    await page.getByRole('paragraph').filter({ hasText: 'Logging in...' }).waitFor()
    expect(new URL(page.url()).searchParams.has('token')).toBe(false)
    const found = [await axeViolations(page)]
    held.release()
    await heading(page, 'Success!').waitFor()
    // Screen readers announce it.
    await expect.poll(() => focused(page)).toEqual({ tag: 'h2', text: 'Success!' })
    found.push(await axeViolations(page))
    expect([await signedInAs(page), found]).toEqual([email, [[], []]])
    await expect.poll(() => events(page)).toEqual([{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
  })

  itInFullRun('is retried after a missing response', async () => {
    const { email, context, login } = await forgotten()
    await context.route('**/magic_links/authenticate', (route) => route.abort())
    const { page } = await land(login, context)
    await screen(page, 'error')
    await page.getByText('No answer. Check your connection and try again.', { exact: true }).waitFor()
    await context.unroute('**/magic_links/authenticate')
    await button(page, 'Try again').click()
    await heading(page, 'Success!').waitFor()
    expect(await signedInAs(page)).toBe(email)
  })
})

describe('a link that is opened in another browser', () => {
  const words =
    'This sign-in must be completed on the same device it was started on, in the same browser and at the same address.'

  it('shows the reason, and another link can be requested there with the keyboard alone', async () => {
    const { email, reset } = await forgotten()
    const { page } = await land(reset, await setup.newContext())
    await field(page).fill(newSecret)
    await expect.poll(() => isDisabled(page)).toBe(false)
    await page.keyboard.press('Enter')
    await page.getByText(words, { exact: true }).waitFor()
    const found = [await axeViolations(page)]
    await page.getByRole('button', { name: 'Get a new link' }).press('Enter')
    await screen(page, 'password_email')
    await expect.poll(() => focused(page)).toEqual({ tag: 'h2', text: 'Get a new link' })
    found.push(await axeViolations(page))
    await page.keyboard.press('Tab')
    await page.keyboard.type('unknown')
    await page.keyboard.press('Enter')
    await page.getByText('Email format is invalid.', { exact: true }).waitFor()
    await emailField(page).fill(email)
    const before = (await messagesTo(setup, email)).length
    await page.keyboard.press('Enter')
    await screen(page, 'password_forgot')
    await page.getByText(`A link to reset your password was sent to you at ${email}.`).waitFor()
    expect((await messagesTo(setup, email)).length).toBe(before + 1)
    await page.getByRole('button', { name: 'Resend email' }).click()
    await page.getByRole('status').getByText('Email resent', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await screen(page, 'error')
    expect(found).toEqual([[], []])
  })

  itInFullRun('to sign in shows the reason on a separate screen', async () => {
    const { login } = await forgotten()
    const { page } = await land(login, await setup.newContext())
    await screen(page, 'error')
    await page.getByText(words, { exact: true }).waitFor()
    expect([await button(page, 'Try again').count(), await axeViolations(page)]).toEqual([0, []])
    await button(page, 'Get a new link').click()
    await screen(page, 'password_email')
  })
})

describeInFullRun('the address', () => {
  it('is shown with the password it belongs to, and prefilled after the link was used', async () => {
    const { context, email } = await forgotten()
    const { page: asking } = await land(setup.site.page({ leavesToken: true }), context, {
      config: { passwordOptions: { resetPasswordRedirectURL: setup.site.page({ leavesToken: true }) } },
    })
    await button(asking, 'Get a new link').click()
    await emailField(asking).fill(email)
    await button(asking).click()
    await screen(asking, 'password_forgot')
    const [link = ''] = (await messagesTo(setup, email))[0]?.links ?? []
    const { page } = await land(link, context)
    await screen(page, 'password_reset_form')
    const username = page.locator('input[autocomplete=username]')
    expect([await username.inputValue(), await username.evaluate((input: HTMLInputElement) => input.readOnly)]).toEqual(
      [email, true],
    )
    expect(
      await username.evaluate(
        (input: HTMLInputElement) =>
          input.form === document.querySelector<HTMLInputElement>('input[name=password]')?.form,
      ),
    ).toBe(true)
    await expect.poll(async () => (await focused(page)).tag).toBe('input')
    expect(await axeViolations(page)).toEqual([])
    await field(page).fill(newSecret)
    await expect.poll(() => isDisabled(page)).toBe(false)
    await button(page).click()
    await screen(page, 'password_reset_verify_confirmation')
    // The same link again: the provider redirects to the page, which offers a new one.
    const { page: again } = await land(link, context)
    await heading(again, 'This link no longer works').waitFor()
    expect([new URL(again.url()).searchParams.has('latchkey_error'), await axeViolations(again)]).toEqual([false, []])
    await button(again, 'Get a new link').click()
    await screen(again, 'password_email')
  })
})

describe('mounting', () => {
  it('throws an error with its own name if there is no such element [W-A-07]', async () => {
    const { page } = await setup.open()
    const message = await page.evaluate(() => {
      try {
        app.mountResetPassword({ client: app.client, elementId: '#nowhere' })
        return ''
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(message).toBe(
      'The selector you specified (#nowhere) applies to no DOM elements that are currently on the page. ' +
        'Make sure the element exists on the page before calling mountResetPassword().',
    )
  })
})
