import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itInFullRun, turn } from '../matrix.ts'
import {
  answerStrength,
  continueWith,
  havePassword,
  isDisabled,
  meter,
  passwordField,
  proveAddress,
  secret,
  skipDebounce,
} from '../password-page.ts'
import {
  answerBootstrap,
  axeViolations,
  button,
  emailField,
  errorUnder,
  events,
  focused,
  hold,
  newEmail,
  refuse,
  screen,
  signedInAs,
  watchCalls,
} from '../widget-page.ts'
import { messagesTo, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const passwords: LoginConfig = { products: ['passwords'] }
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits for the end of a color transition. */
const settled = (page: Page) => page.waitForTimeout(250)

describe('the email step', () => {
  itInFullRun('shares one Email tab with magic links, and looks the user up [W-MAIN-08] [W-PWD-01]', async () => {
    const { page } = await setup.show({ config: { products: ['emailMagicLinks', 'passwords'] } })
    const calls = watchCalls(page, '/')
    expect(await page.getByRole('tab').count()).toBe(0)
    const email = newEmail()
    await continueWith(page, email)
    const sent = (path: string) => calls.filter((call) => call.url().includes(path)).map((call) => call.postDataJSON())
    expect([sent('/users/search'), sent('/magic_links/')]).toEqual([[{ email }], []])
  })

  itInFullRun('replaces the Email tab of passcodes [W-MAIN-10]', async () => {
    const config: LoginConfig = { products: ['otp', 'passwords'], otpOptions: { methods: ['email', 'sms'] } }
    const { page } = await setup.show({ config })
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Email', 'Text'])
    await continueWith(page, newEmail())
  })

  it('rejects an invalid address without a request [W-MAIN-21] [W-MAIN-24]', async () => {
    const { page } = await setup.show({ config: passwords })
    const calls = watchCalls(page, '/users')
    await emailField(page).fill('ada@')
    await button(page).click()
    await page.getByText('Email format is invalid.', { exact: true }).waitFor()
    expect([await errorUnder(page), calls.length]).toEqual(['Email format is invalid.', 0])
  })
})

describe.each(turn(3))(
  '$build, shadow root: $enableShadowDOM, by $embedding',
  ({ build, enableShadowDOM, embedding }) => {
    const config: LoginConfig = { ...passwords, enableShadowDOM }

    it('signs up with the keyboard alone, without axe violations on every screen [W-PWD-03] [W-PWD-15] [W-PWD-14] [W-STR-01]', async () => {
      const { page } = await setup.show({ build, embedding, config })
      const email = newEmail()
      await page.keyboard.press('Tab')
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await screen(page, 'password_create_or_login')
      await page.getByText('Finish creating your account by setting a password.', { exact: true }).waitFor()
      await expect.poll(async () => (await focused(page)).tag).toBe('input')
      expect(await isDisabled(page)).toBe(true)
      const found = [await axeViolations(page)]
      await page.keyboard.type('abc')
      await page.locator('.latchkey-meter').waitFor()
      expect(await isDisabled(page)).toBe(true)
      found.push(await axeViolations(page))
      await page.keyboard.press('Enter')
      await page.keyboard.type(secret)
      await expect.poll(() => isDisabled(page)).toBe(false)
      await settled(page)
      found.push(await axeViolations(page))
      await page.keyboard.press('Enter')
      await screen(page, 'password_confirmation')
      await heading(page, 'Success!').waitFor()
      await page.getByText('You have successfully logged in.', { exact: true }).waitFor()
      await expect.poll(() => focused(page)).toEqual({ tag: 'h2', text: 'Success!' })
      found.push(await axeViolations(page))
      expect(found).toEqual([[], [], [], []])
      expect(await signedInAs(page)).toBe(email)
      await expect
        .poll(() => events(page))
        .toEqual([
          { type: 'PASSWORD_CREATE', data: { email } },
          { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
        ])
    })

    it('signs in, and resets a forgotten password, with the keyboard alone, without axe violations on every screen [W-PWD-04] [W-PWD-17] [W-PWD-07]', async () => {
      const email = newEmail()
      await havePassword(setup, email)
      const { page } = await setup.show({ build, embedding, config })
      await continueWith(page, email)
      await heading(page, 'Log In').waitFor()
      await expect.poll(async () => (await focused(page)).tag).toBe('input')
      const found = [await axeViolations(page)]
      // Past the visibility button, to the link for a forgotten password.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await focused(page)).toEqual({ tag: 'button', text: 'Forgot Password?' })
      await page.keyboard.press('Enter')
      await screen(page, 'password_forgot')
      await expect.poll(() => focused(page)).toEqual({ tag: 'h2', text: 'Forgot password?' })
      found.push(await axeViolations(page))
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await screen(page, 'main')
      await expect.poll(() => focused(page)).toEqual({ tag: 'h2', text: 'Sign up or log in' })
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await screen(page, 'password_create_or_login')
      await expect.poll(async () => (await focused(page)).tag).toBe('input')
      await page.keyboard.type(secret)
      await page.keyboard.press('Enter')
      await screen(page, 'password_confirmation')
      expect(await signedInAs(page)).toBe(email)
      expect(found).toEqual([[], []])
      await expect
        .poll(() => events(page))
        .toEqual([
          { type: 'PASSWORD_RESET_BY_EMAIL_START', data: { email } },
          { type: 'PASSWORD_AUTHENTICATE', data: { email } },
          { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
        ])
    })
  },
)

describe('the fields', () => {
  it('are what password managers look for, when a password is made up [W-PWD-11] [W-PWD-12]', async () => {
    const { page } = await setup.show({ config: passwords })
    const email = newEmail()
    await continueWith(page, email)
    const found = await page
      .locator('.latchkey form')
      .evaluate((form) =>
        [...(form as HTMLFormElement).elements].flatMap((field) =>
          field instanceof HTMLInputElement
            ? [[field.type, field.name, field.autocomplete, field.readOnly, field.required, field.value]]
            : [],
        ),
      )
    expect(found).toEqual([
      ['email', 'email', 'username', true, false, email],
      ['password', 'password', 'new-password', false, true, ''],
    ])
  })

  itInFullRun('are what password managers look for, when a password is filled in [W-PWD-11]', async () => {
    const { page } = await setup.show({ config: passwords })
    const email = newEmail()
    await havePassword(setup, email)
    await continueWith(page, email)
    expect(
      await page
        .locator('.latchkey input')
        .evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete'))),
    ).toEqual(['username', 'current-password'])
    // A password manager sets the value of the field in the document and dispatches events.
    await page.evaluate((value) => {
      const field = document.querySelectorAll<HTMLInputElement>('input[type=password]')[0] as HTMLInputElement
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, secret)
    await button(page).click()
    await screen(page, 'password_confirmation')
  })

  it('show and hide the password, and hide it on submit [W-PWD-13]', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    const { page } = await setup.show({ config: passwords })
    await continueWith(page, email)
    const field = page.locator('.latchkey input[name=password]')
    await field.fill(secret)
    expect(await field.getAttribute('type')).toBe('password')
    await link(page, 'Show password').click()
    expect([await field.getAttribute('type'), await field.inputValue()]).toEqual(['text', secret])
    await link(page, 'Hide password').click()
    expect(await field.getAttribute('type')).toBe('password')
    await link(page, 'Show password').click()
    const held = await hold(page, '/passwords/authenticate')
    await button(page).click()
    await held.arrived
    expect(await field.getAttribute('type')).toBe('password')
    held.release()
    await screen(page, 'password_confirmation')
  })
})

describe('the strength of a new password', () => {
  const creating = async () => {
    const { page } = await setup.show({ config: passwords })
    await skipDebounce(page)
    await continueWith(page, newEmail())
    return page
  }
  const type = (page: Page, text: string) => passwordField(page).fill(text)

  itInFullRun('is requested when typing pauses, and only the newest response is used [W-STR-03]', async () => {
    // A stopped clock: React does not render with timers.
    const context = await setup.newContext()
    const now = new Date()
    await context.clock.install({ time: now })
    await context.clock.pauseAt(new Date(now.getTime() + 1000))
    const { page } = await setup.show({ config: passwords, build: 'react-19' }, context)
    await continueWith(page, newEmail())
    await answerStrength(page, (password) => ({
      score: password === secret ? 4 : 1,
      valid_password: password === secret,
    }))
    const calls = watchCalls(page, '/passwords/strength_check')
    for (const keys of ['ab', 'c']) {
      await passwordField(page).pressSequentially(keys)
      await context.clock.runFor(499)
    }
    expect(calls.length).toBe(0)
    await context.clock.runFor(1)
    await page.locator('.latchkey-meter').waitFor()
    expect(calls.map((call) => call.postDataJSON().password)).toEqual(['abc'])

    const held = await hold(page, '/passwords/strength_check')
    await type(page, secret)
    await context.clock.runFor(500)
    await held.arrived
    await type(page, 'abcd')
    // The response for the good password arrives after another was typed.
    const answered = page.waitForResponse((response) => response.url().endsWith('/passwords/strength_check'))
    held.release()
    await answered
    expect(await isDisabled(page)).toBe(true)
    await context.clock.runFor(500)
    await expect.poll(() => calls.length).toBe(3)
    await expect.poll(async () => (await meter(page)).filled).toBe(1)
    expect(await isDisabled(page)).toBe(true)
  })

  it('of 0 to 4 fills as many of 4 segments, and at least one [W-STR-05] [W-STR-06] [W-STR-07] [W-STR-08] [W-STR-09]', async () => {
    const page = await creating()
    await answerStrength(page, (password) => ({ score: Number(password), valid_password: Number(password) > 2 }))
    // Two consecutive scores look different, so the visible one belongs to the typed password.
    for (const [score, filled, color] of [
      [4, 4, 'rgb(12, 90, 86)'],
      [0, 1, 'rgb(139, 18, 20)'],
      [3, 3, 'rgb(12, 90, 86)'],
      [1, 1, 'rgb(139, 18, 20)'],
      [2, 2, 'rgb(139, 18, 20)'],
    ] as const) {
      await type(page, String(score))
      await expect.poll(() => meter(page)).toEqual({ all: 4, filled, colors: [color] })
      expect([score, await isDisabled(page)]).toEqual([score, score < 3])
    }
  })

  it('has a warning and suggestions, each once [W-STR-10] [W-STR-11]', async () => {
    const page = await creating()
    await answerStrength(page, {
      feedback: {
        warning: 'This is a top-10 common password',
        suggestions: ['Avoid sequences', 'Something quite new', 'Avoid sequences'],
      },
    })
    await type(page, 'password')
    await page.getByText('This is a top-10 common password', { exact: true }).waitFor()
    expect(await page.locator('.latchkey-strength li').allTextContents()).toEqual([
      'Avoid sequences',
      'Something quite new',
    ])
  })

  itInFullRun('uses the strings of the host page for known suggestions [W-STR-12]', async () => {
    const { page } = await setup.show({
      config: passwords,
      strings: { 'strength.top_ten': 'Eines der zehn häufigsten Passwörter' },
    })
    await continueWith(page, newEmail())
    await answerStrength(page, { feedback: { warning: 'This is a top-10 common password', suggestions: [] } })
    await type(page, 'password')
    await page.getByText('Eines der zehn häufigsten Passwörter', { exact: true }).waitFor()
  })

  it('is shown as two checks from the start if the project has rules for characters [W-STR-13] [W-STR-14]', async () => {
    const context = await setup.newContext()
    await answerBootstrap(context, { password_config: { luds_complexity: 3, luds_minimum_count: 10 } })
    const { page } = await setup.show({ config: passwords }, context)
    await skipDebounce(page)
    await continueWith(page, newEmail())
    const rules = () =>
      page
        .locator('.latchkey-rule')
        .evaluateAll((all) =>
          all.map((rule) => [...rule.children].filter((one) => one.localName !== 'svg').map((one) => one.textContent)),
        )
    const [length, kinds] = [
      'Must be at least 10 character(s) long',
      'Must contain 3 of the following: uppercase letter, lowercase letter, number, symbol',
    ]
    await expect.poll(rules).toEqual([
      ['Not met yet ', length],
      ['Not met yet ', kinds],
    ])
    const luds = { missing_characters: 0, missing_complexity: 1 }
    await answerStrength(page, { strength_policy: 'luds', feedback: { luds_requirements: luds } })
    await type(page, 'tidetidetide')
    await expect.poll(rules).toEqual([
      ['Met ', length],
      ['Not met yet ', kinds],
    ])
    expect([await page.locator('.latchkey-meter').count(), await isDisabled(page)]).toEqual([0, true])
    expect(await axeViolations(page)).toEqual([])
  })

  it('is not shown for a breached password [W-STR-15]', async () => {
    const page = await creating()
    await answerStrength(page, { score: 4, breached_password: true })
    await type(page, 'anything')
    await page
      .getByText(
        'This password may have been used on a different site that experienced a security issue. Please choose another password.',
        { exact: true },
      )
      .waitFor()
    expect([await page.locator('.latchkey-meter').count(), await isDisabled(page)]).toEqual([0, true])
  })

  it.each([null, 'none'])('is not shown if the policy is %s [W-STR-16]', async (strength_policy) => {
    const page = await creating()
    await answerStrength(page, {
      ...{ strength_policy, valid_password: true, score: 1 },
      feedback: { warning: 'Sequences like abc or 6543 are easy to guess', suggestions: ['Avoid sequences'] },
    })
    await type(page, 'abc')
    await expect.poll(() => isDisabled(page)).toBe(false)
    expect(await page.locator('.latchkey-strength').textContent()).toBe('')
  })

  itInFullRun('can be requested again after a missing response, and keeps the input', async () => {
    const page = await creating()
    await page.route('**/passwords/strength_check', (route) => route.abort())
    await type(page, secret)
    await page.getByText('No answer. Check your connection and try again.', { exact: true }).waitFor()
    expect([await isDisabled(page), await passwordField(page).inputValue()]).toEqual([true, secret])
    await page.unroute('**/passwords/strength_check')
    await link(page, 'Check again').press('Enter')
    // The button is removed, but the focus stays in the screen.
    await expect.poll(async () => (await focused(page)).tag).toBe('input')
    await expect.poll(() => isDisabled(page)).toBe(false)
  })
})

itInFullRun('the address above a password leads back to the form to correct it', async () => {
  const { page } = await setup.show({ config: passwords })
  const email = newEmail()
  await continueWith(page, email)
  await link(page, 'Edit').click()
  await screen(page, 'main')
  expect(await emailField(page).inputValue()).toBe(email)
})

describe('a rejected password', () => {
  it('shows an error under its field, keeps the input, and can be sent again', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    const { page } = await setup.show({ config: passwords })
    await continueWith(page, email)
    await button(page).click()
    await page.getByText('Please enter your password.', { exact: true }).waitFor()
    await passwordField(page).fill('wrong')
    await button(page).click()
    await page.getByText('Unauthorized credentials.', { exact: true }).waitFor()
    expect([await passwordField(page).inputValue(), await axeViolations(page)]).toEqual(['wrong', []])
    // The next input replaces it.
    const selected = await passwordField(page).evaluate((input: HTMLInputElement) => [
      input.selectionStart,
      input.selectionEnd,
    ])
    expect([selected, await focused(page)]).toEqual([[0, 5], expect.objectContaining({ tag: 'input' })])
    await page.route('**/passwords/authenticate', (route) => route.abort())
    await passwordField(page).fill(secret)
    await button(page).click()
    await page.getByText('No answer. Check your connection and try again.', { exact: true }).waitFor()
    await page.unroute('**/passwords/authenticate')
    await button(page).click()
    await screen(page, 'password_confirmation')
  })

  it('for a new account sends a mail if the address now has an account [W-PWD-16] [W-PWD-10]', async () => {
    const { page } = await setup.show({ config: passwords })
    await skipDebounce(page)
    const email = newEmail()
    await continueWith(page, email)
    await proveAddress(setup, email)
    await passwordField(page).fill(secret)
    await expect.poll(() => isDisabled(page)).toBe(false)
    await button(page).click()
    await screen(page, 'password_dedupe')
    await heading(page, 'Check your email to set a new password!').waitFor()
    const [mail] = await messagesTo(setup, email)
    expect([mail?.links.length, await axeViolations(page)]).toEqual([2, []])
    // Like the screen, the message does not mention a reset.
    expect(mail?.subject).toMatch(/^Set a password for .* or log in$/)
  })

  it('that is void since the address was verified is followed by a mail [W-PWD-18] [W-PWD-10]', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    await proveAddress(setup, email)
    const { page } = await setup.show({ config: passwords })
    await continueWith(page, email)
    await passwordField(page).fill(secret)
    await button(page).click()
    await screen(page, 'password_dedupe')
    expect((await messagesTo(setup, email))[0]?.links.length).toBe(2)
  })

  it('that was breached is followed by a mail [W-PWD-19] [W-PWD-08]', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    const { page } = await setup.show({ config: passwords })
    await continueWith(page, email)
    await refuse(page, '/passwords/authenticate', 400, { error_type: 'breached_password' })
    await passwordField(page).fill(secret)
    await button(page).click()
    await screen(page, 'password_breached')
    await heading(page, 'Check your email to set a new password').waitFor()
    expect([(await messagesTo(setup, email))[0]?.links.length, await axeViolations(page)]).toEqual([2, []])
  })
})

describe('a forgotten password', () => {
  it('is reset with a mail that can be sent again [W-PWD-05] [W-PWD-06] [W-PWD-07] [W-TOAST-02] [W-EVT-13]', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    const { page } = await setup.show({ config: passwords })
    await continueWith(page, email)
    const before = (await messagesTo(setup, email)).length
    await link(page, 'Forgot Password?').click()
    await screen(page, 'password_forgot')
    await heading(page, 'Forgot password?').waitFor()
    await page.getByText(`A link to reset your password was sent to you at ${email}.`).waitFor()
    expect((await messagesTo(setup, email)).length).toBe(before + 1)
    await link(page, 'Resend email').click()
    await page.getByRole('status').getByText('Email resent', { exact: true }).waitFor()
    // Also shown next to the link, because the toast disappears after two seconds.
    await page.locator('.latchkey-mail-footer').getByText('Email resent', { exact: true }).waitFor()
    await page.locator('.latchkey-toast').waitFor({ state: 'detached' })
    expect(await page.locator('.latchkey-mail-footer').textContent()).toBe('Resend emailEmail resent')
    await expect.poll(async () => (await messagesTo(setup, email)).length).toBe(before + 2)
    const told = { type: 'PASSWORD_RESET_BY_EMAIL_START', data: { email } }
    await expect.poll(() => events(page)).toEqual([told, told])
    await page.route('**/passwords/email/reset/start', (route) => route.abort())
    await link(page, 'Resend email').click()
    await page.getByRole('alert').getByText('No answer. Check your connection and try again.').waitFor()
  })
})

describe('a user without a password', () => {
  const passwordless = async (config: LoginConfig) => {
    const email = newEmail()
    await proveAddress(setup, email)
    const { page } = await setup.show({ config })
    await emailField(page).fill(email)
    await button(page).click()
    return { page, email }
  }

  it('gets a passcode if passcodes are configured [W-PWD-20]', async () => {
    const { page, email } = await passwordless({
      ...{ products: ['passwords', 'otp'], otpOptions: { methods: ['email'] } },
    })
    await screen(page, 'otp_authenticate')
    await page.getByText(`A 6-digit passcode was sent to you at ${email}.`).waitFor()
  })

  it('gets a link if only links are configured [W-PWD-21]', async () => {
    const { page, email } = await passwordless({ products: ['passwords', 'emailMagicLinks'] })
    await screen(page, 'email_confirmation')
    await page.getByText(`An email was sent to ${email}.`).waitFor()
  })

  it('gets a mail to set a password if neither is configured [W-PWD-22] [W-PWD-09]', async () => {
    const { page, email } = await passwordless(passwords)
    await screen(page, 'password_set_new')
    await heading(page, 'Check your email!').waitFor()
    await page
      .getByText(`An email with a link to log in and a link to set a password was sent to you at ${email}.`)
      .waitFor()
    expect([(await messagesTo(setup, email))[0]?.links.length, await axeViolations(page)]).toEqual([2, []])
  })
})
