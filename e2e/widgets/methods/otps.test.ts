import type { LoginConfig } from '@latchkey/widgets'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Build } from '../../hosts/host-site.ts'
import { describeInFullRun, itInFullRun } from '../matrix.ts'
import { signInQuietly } from '../passkey-page.ts'
import {
  announced,
  answerTo,
  axeViolations,
  button,
  codeField,
  emailField,
  errorUnder,
  events,
  focused,
  hold,
  newEmail,
  newPhone,
  phoneField,
  refuse,
  root,
  screen,
  signedInAs,
  watchAnnouncements,
  watchCalls,
  wrong,
} from '../widget-page.ts'
import { askForCode, codeFor, messagesTo, prepareWidgets, type Shown } from '../widget-setup.ts'

const setup = prepareWidgets({ hasOwnProvider: true, hasMotion: true })

const byEmail: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

/** Opens the passcode screen. */
async function asked(
  config: LoginConfig = byEmail,
  context?: BrowserContext,
  build: Build = 'standalone',
): Promise<Shown & { email: string }> {
  const shown = await setup.show({ config, build }, context)
  return { ...shown, email: await askForCode(shown.page) }
}

/** The same with a stopped clock and recorded announcements. React does not render with timers, and axe does not run. */
async function askedAtStandstill(): Promise<Shown & { email: string }> {
  const context = await setup.newContext()
  const now = new Date()
  await context.clock.install({ time: now })
  await context.clock.pauseAt(new Date(now.getTime() + 1000))
  const shown = await setup.show({ config: byEmail, build: 'react-19' }, context)
  await watchAnnouncements(shown.page)
  return { ...shown, email: await askForCode(shown.page) }
}

const resend = (page: Page) => page.getByRole('button', { name: /Resend code|Sending…|Code sent/ })
const countdown = (page: Page) => page.getByRole('timer').textContent()
const state = (page: Page) => root(page).getAttribute('data-state')

describe('sending', () => {
  it('requests a passcode by email that is valid for 5 minutes [W-OTP-01] [W-OTP-03] [W-CFG-10]', async () => {
    const { page } = await setup.show({ config: byEmail })
    const calls = watchCalls(page, '/otps')
    const email = await askForCode(page)
    expect(calls.map((call) => [new URL(call.url()).pathname, call.postDataJSON()])).toEqual([
      ['/sdk/v1/otps/email/login_or_create', { email, expiration_minutes: 5 }],
    ])
  })

  itInFullRun(
    'takes expiry and templates from the configuration [W-OTP-01] [W-CFG-10] [W-CFG-11] [W-CFG-12]',
    async () => {
      const otpOptions = {
        methods: ['email' as const],
        expirationMinutes: 10,
        loginTemplateId: 'in',
        signupTemplateId: 'up',
      }
      const { page } = await setup.show({ config: { products: ['otp'], otpOptions } })
      const calls = watchCalls(page, '/otps')
      const email = newEmail()
      await emailField(page).fill(email)
      await button(page).click()
      await expect.poll(() => calls.length).toBe(1)
      expect(calls.map((call) => call.postDataJSON())).toEqual([
        { email, expiration_minutes: 10, login_template_id: 'in', signup_template_id: 'up' },
      ])
    },
  )

  it.each(['sms', 'whatsapp'] as const)(
    'signs in by %s with a number in international format [W-OTP-02] [W-OTP-03] [W-OTP-06]',
    async (method) => {
      const { page } = await setup.show({ config: { products: ['otp'], otpOptions: { methods: [method] } } })
      const calls = watchCalls(page, '/otps')
      const phone = newPhone()
      await phoneField(page).fill(phone)
      await phoneField(page).press('Enter')
      await screen(page, 'otp_authenticate')
      expect(calls.map((call) => [new URL(call.url()).pathname, call.postDataJSON()])).toEqual([
        [
          `/sdk/v1/otps/${method}/login_or_create`,
          expect.objectContaining({ phone_number: phone, expiration_minutes: 5 }),
        ],
      ])
      await page.getByText(/^A 6-digit passcode was sent to you at \+1/).waitFor()
      await codeField(page).fill(await codeFor(setup, phone))
      await screen(page, 'otp_confirmation')
    },
  )

  itInFullRun('reports recipient and method to the host page [W-EVT-12]', async () => {
    const { page, email } = await asked()
    await expect
      .poll(() => events(page))
      .toEqual([{ type: 'OTP_LOGIN_OR_CREATE', data: { method_id: expect.stringMatching(/./), destination: email } }])
  })
})

describe('OTP Authenticate', () => {
  it('shows the recipient, a countdown, a resend link and one input for the code [W-OTP-05] [W-OTP-06] [W-OTP-07]', async () => {
    const { page, email } = await asked()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Enter passcode'])
    await page.getByText(`A 6-digit passcode was sent to you at ${email}.`, { exact: true }).waitFor()
    expect(await countdown(page)).toMatch(/^Your code expires in [45]:[0-5]\d\.$/)
    expect(await resend(page).textContent()).toBe('Resend code')
    expect(await page.getByRole('progressbar').count()).toBe(0)
    const attributes = await codeField(page).evaluate((input) => ({
      autocomplete: (input as HTMLInputElement).autocomplete,
      inputMode: (input as HTMLInputElement).inputMode,
    }))
    expect(attributes).toEqual({ autocomplete: 'one-time-code', inputMode: 'numeric' })
    await expect.poll(() => focused(page)).toMatchObject({ tag: 'input' })
  })

  itInFullRun('leads back to the typed address to correct it', async () => {
    const { page, email } = await asked()
    await button(page, 'Edit').click()
    await screen(page, 'main')
    expect(await emailField(page).inputValue()).toBe(email)
  })

  itInFullRun('accepts at most six characters, all digits [W-OTP-08] [W-OTP-09]', async () => {
    const { page } = await asked()
    const held = await hold(page, '/otps/authenticate')
    await codeField(page).pressSequentially('1a2-3 ')
    expect(await codeField(page).inputValue()).toBe('123')
    await codeField(page).pressSequentially('45678')
    expect(await codeField(page).inputValue()).toBe('123456')
    await held.arrived
    held.release()
  })

  it('accepts digits of another script, and does not change text that an input method is composing', async () => {
    const { page } = await asked()
    await codeField(page).focus()
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '１２', selectionStart: 2, selectionEnd: 2 })
    expect(await codeField(page).inputValue()).toBe('１２')
    await keyboard.send('Input.insertText', { text: '１２３' })
    expect(await codeField(page).inputValue()).toBe('123')
    await page.keyboard.insertText('٤')
    await page.keyboard.insertText('۵')
    expect(await codeField(page).inputValue()).toBe('12345')
  })

  const submissions: [string, (page: Page, code: string) => Promise<void>][] = [
    ['typing', (page, code) => codeField(page).pressSequentially(code)],
    [
      'pasting it with a space',
      async (page, code) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`)
        await codeField(page).press('Control+V')
      },
    ],
    [
      'a phone that fills it in at once',
      (page, code) =>
        codeField(page).evaluate((input, value) => {
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
          input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
        }, code),
    ],
    [
      'typing, then Enter twice',
      async (page, code) => {
        await codeField(page).pressSequentially(code)
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
      },
    ],
  ]
  itInFullRun.each(submissions)(
    'submits the sixth digit automatically, once, after %s [W-OTP-10] [W-OTP-11] [W-CFG-14]',
    async (_, enter) => {
      const { page, email } = await asked()
      const held = await hold(page, '/otps/authenticate')
      const calls = watchCalls(page, '/otps/authenticate')
      const code = await codeFor(setup, email)
      await enter(page, code)
      await held.arrived
      held.release()
      await screen(page, 'otp_confirmation')
      const [sent] = (await events(page)) as { data: { method_id: string } }[]
      expect(calls.map((call) => call.postDataJSON())).toEqual([
        { token: code, method_id: sent?.data.method_id, session_duration_minutes: 30 },
      ])
      expect(await signedInAs(page)).toBe(email)
    },
  )

  itInFullRun('sends the configured session duration [W-CFG-14]', async () => {
    const { page, email } = await asked({ ...byEmail, sessionOptions: { sessionDurationMinutes: 60 } })
    const calls = watchCalls(page, '/otps/authenticate')
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect(calls.map((call) => call.postDataJSON().session_duration_minutes)).toEqual([60])
  })

  it('shows a progress bar for 10 s while it verifies, and accepts no key meanwhile [W-OTP-07] [W-OTP-23]', async () => {
    const { page, email } = await asked()
    const held = await hold(page, '/otps/authenticate')
    const code = await codeFor(setup, email)
    await codeField(page).pressSequentially(code)
    await held.arrived
    expect(await state(page)).toBe('verifying')
    const bar = page.getByRole('progressbar')
    await bar.waitFor()
    const durations = await bar.evaluate((element) =>
      element.getAnimations({ subtree: true }).map((animation) => animation.effect?.getTiming().duration),
    )
    expect(durations).toEqual([10_000])
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Backspace')
    await page.keyboard.type('9')
    expect(await codeField(page).inputValue()).toBe(code)
    held.release()
    await screen(page, 'otp_confirmation')
    expect(await bar.count()).toBe(0)
  })

  it('signs in, shows a confirmation, and notifies the host page once [W-OTP-12] [W-OTP-14] [W-EVT-01]', async () => {
    const { page, email } = await asked()
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Success!'])
    await page.getByText('Your passcode has been successfully verified.', { exact: true }).waitFor()
    await expect
      .poll(async () => (await events(page)).slice(1))
      .toEqual([
        { type: 'OTP_AUTHENTICATE', data: { method_id: expect.any(String) } },
        { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
      ])
  })

  it('shows a wrong code under the input, clears it, and then accepts the right one [W-OTP-13] [W-OTP-07]', async () => {
    const { page, email } = await asked()
    const code = await codeFor(setup, email)
    await codeField(page).pressSequentially(wrong(code))
    await expect.poll(() => errorUnder(page)).toBe('Invalid passcode, please try again.')
    expect([await codeField(page).inputValue(), await codeField(page).getAttribute('aria-invalid')]).toEqual([
      '',
      'true',
    ])
    await expect.poll(() => focused(page)).toMatchObject({ tag: 'input' })
    expect(await isBelow(page)).toBe(true)
    expect(await page.getByRole('progressbar').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await codeField(page).pressSequentially(code.slice(0, 1))
    await expect.poll(() => errorUnder(page)).toBe('')
    await codeField(page).pressSequentially(code.slice(1))
    await screen(page, 'otp_confirmation')
  })

  it('requires a new code after five wrong ones, and sends it', async () => {
    const { page, email } = await asked()
    const calls = watchCalls(page, '/otps/authenticate')
    const code = await codeFor(setup, email)
    for (let round = 1; round <= 4; round++) {
      await codeField(page).pressSequentially(wrong(code))
      await expect.poll(() => calls.length).toBe(round)
      await expect.poll(() => codeField(page).inputValue()).toBe('')
      expect(await errorUnder(page)).toBe('Invalid passcode, please try again.')
    }
    await codeField(page).pressSequentially(wrong(code))
    await page.getByText(`Too many tries. Send a new code to ${email}.`).waitFor()
    expect([await codeField(page).count(), await page.getByRole('timer').count()]).toEqual([0, 0])
    expect((await focused(page)).tag).toBe('h2')
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Send a new code').click()
    await codeField(page).waitFor()
    await expect.poll(() => codeFor(setup, email)).not.toBe(code)
    await codeField(page).pressSequentially(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
  })

  it('continues after a reload, with the remaining time and without another message', async () => {
    const { page, email } = await asked()
    const code = await codeFor(setup, email)
    await page.reload()
    await page.evaluate((options) => app.show(options), { config: byEmail })
    await screen(page, 'otp_authenticate')
    await page.getByText(`A 6-digit passcode was sent to you at ${email}.`).waitFor()
    expect((await messagesTo(setup, email)).length).toBe(1)
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).not.toContain(code)
    await codeField(page).fill(code)
    await screen(page, 'otp_confirmation')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  itInFullRun('does not continue after the page itself has signed the user in and out', async () => {
    const { page } = await asked()
    await page.reload()
    await signInQuietly(setup.provider.url, page)
    await page.evaluate(() => app.client.session.revoke())
    await page.evaluate((options) => app.show(options), { config: byEmail })
    await screen(page, 'main')
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  itInFullRun('has a back arrow that returns to Main, where another code can be requested [W-A-09]', async () => {
    const { page, email } = await asked()
    await codeField(page).pressSequentially('12')
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect(await emailField(page).inputValue()).toBe(email)
    await button(page).click()
    await screen(page, 'otp_authenticate')
    expect(await codeField(page).inputValue()).toBe('')
  })

  itInFullRun('has no back arrow on the confirmation, and returns to Main when the session ends', async () => {
    const { page, email } = await asked()
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect(await button(page, 'Back').count()).toBe(0)
    await page.evaluate(() => app.client.session.revoke())
    await screen(page, 'main')
  })

  itInFullRun('ignores a response that arrives after Back', async () => {
    const { page, email } = await asked()
    const held = await hold(page, '/otps/authenticate')
    await codeField(page).pressSequentially(wrong(await codeFor(setup, email)))
    await held.arrived
    await button(page, 'Back').click()
    await screen(page, 'main')
    const answered = answerTo(page, '/otps/authenticate')
    held.release()
    await answered
    expect([await root(page).getAttribute('data-screen'), await errorUnder(page)]).toEqual(['main', ''])
  })
})

describeInFullRun('the countdown', () => {
  it('keeps its number of lines when the code expires, at every width', async () => {
    const { page, context } = await askedAtStandstill()
    const heights = async () => {
      const found: number[] = []
      for (let width = 260; width <= 420; width += 8) {
        await page.setViewportSize({ width, height: 800 })
        found.push(
          await page
            .locator('.latchkey-otp-footer')
            .evaluate((one) => Number(one.getBoundingClientRect().height.toFixed(2))),
        )
      }
      return found
    }
    const before = await heights()
    await context.clock.runFor(301_000)
    await expect.poll(() => countdown(page)).toBe('Your code has expired.')
    expect(await heights()).toEqual(before)
  })

  it('counts down every second to the expiry, is announced at its start and end, and an expired code can still be sent [W-OTP-19] [W-OTP-20] [W-OTP-21]', async () => {
    const { page, context, email } = await askedAtStandstill()
    expect(await countdown(page)).toBe('Your code expires in 5:00.')
    await context.clock.runFor(999)
    expect(await countdown(page)).toBe('Your code expires in 5:00.')
    await context.clock.runFor(1)
    await expect.poll(() => countdown(page)).toBe('Your code expires in 4:59.')
    expect(await state(page)).toBe('counting_down')
    await context.clock.runFor(54_000)
    await expect.poll(() => countdown(page)).toBe('Your code expires in 4:05.')
    await context.clock.runFor(244_000)
    await expect.poll(() => countdown(page)).toBe('Your code expires in 0:01.')
    await context.clock.runFor(1_000)
    await expect.poll(() => countdown(page)).toBe('Your code has expired.')
    expect(await state(page)).toBe('expired')
    const heard = async () => (await announced(page)).filter((words) => words.startsWith('Your code'))
    await expect.poll(heard).toEqual(['Your code expires in 5:00.', 'Your code has expired.'])
    // The provider's clock decides, not that of the browser.
    await codeField(page).fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
  })

  it('shows the expiry at once after the computer slept past it [W-OTP-20]', async () => {
    const context = await setup.newContext()
    await context.clock.install()
    const { page } = await asked(byEmail, context)
    await context.clock.fastForward('02:00:00')
    await expect.poll(() => countdown(page)).toBe('Your code has expired.')
    expect(await axeViolations(page)).toEqual([])
  })

  it('follows the configured expiry [W-OTP-19]', async () => {
    const context = await setup.newContext()
    await context.clock.install()
    const { page } = await asked(
      { products: ['otp'], otpOptions: { methods: ['email'], expirationMinutes: 10 } },
      context,
    )
    expect(await countdown(page)).toMatch(/^Your code expires in (10:00|9:5\d)\.$/)
  })

  it('shows an error for a code that has expired at the provider', async () => {
    const { page, email } = await asked()
    const code = await codeFor(setup, email)
    const move = (body: unknown) =>
      fetch(`${setup.provider.url}/dev/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    try {
      await move({ advance_ms: 5 * 60_000 + 1 })
      await codeField(page).fill(code)
      await expect.poll(() => errorUnder(page)).toBe('Invalid passcode, please try again.')
    } finally {
      await move({ reset: true })
    }
  })
})

describe('resending', () => {
  itInFullRun(
    'is disabled while it sends and for 2 s after that, and then possible again [W-OTP-15] [W-OTP-16] [W-OTP-18]',
    async () => {
      const { page, context, email } = await askedAtStandstill()
      const held = await hold(page, '/otps/email/login_or_create')
      const first = await codeFor(setup, email)
      await context.clock.runFor(60_000)
      expect(await resendState(page)).toEqual({ words: 'Resend code', isEnabled: true })
      await resend(page).click()
      await held.arrived
      await expect.poll(() => resendState(page)).toEqual({ words: 'Sending…', isEnabled: false })
      held.release()
      await expect.poll(() => resendState(page)).toEqual({ words: 'Code sent', isEnabled: false })
      expect(await countdown(page)).toBe('Your code expires in 5:00.')
      await context.clock.runFor(1_999)
      expect(await resendState(page)).toEqual({ words: 'Code sent', isEnabled: false })
      await context.clock.runFor(1)
      await expect.poll(() => resendState(page)).toEqual({ words: 'Resend code', isEnabled: true })
      await expect.poll(async () => (await messagesTo(setup, email)).length).toBe(2)
      const second = await codeFor(setup, email)
      expect(second).not.toBe(first)
      await codeField(page).fill(second)
      await screen(page, 'otp_confirmation')
      const sent = (await events(page)) as { type: string; data: { method_id: string } }[]
      expect(sent.map(({ type }) => type)).toEqual([
        'OTP_LOGIN_OR_CREATE',
        'OTP_LOGIN_OR_CREATE',
        'OTP_AUTHENTICATE',
        'AUTHENTICATE_FLOW_COMPLETE',
      ])
      expect(sent[2]?.data.method_id).toBe(sent[1]?.data.method_id)
    },
  )

  itInFullRun('sends once on a double click, and removes the error of the old code', async () => {
    const { page, email } = await asked()
    const calls = watchCalls(page, '/otps/email')
    await codeField(page).fill(wrong(await codeFor(setup, email)))
    await expect.poll(() => errorUnder(page)).toBe('Invalid passcode, please try again.')
    await resend(page).dblclick()
    await page.getByText('Code sent').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect([calls.length, await errorUnder(page)]).toEqual([1, ''])
  })

  it('is possible again after a failure, and a toast of at most 350 px shows the reason [W-OTP-17] [W-TOAST-01] [W-TOAST-08]', async () => {
    const { page } = await asked()
    const long = 'Too many passcodes were asked for. '.repeat(8).trim()
    await refuse(page, '/otps/email/login_or_create', 429, { error_type: 'a_type_of_its_own', error_message: long })
    await resend(page).click()
    const toast = page.locator('.latchkey-toast[data-type=error]')
    await expect.poll(() => toast.textContent()).toBe(long)
    expect(await toast.evaluate((element) => element.parentElement?.getAttribute('role'))).toBe('alert')
    expect(await toast.evaluate((element) => getComputedStyle(element).maxWidth)).toContain('350px')
    expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(350)
    expect(await errorUnder(page)).toBe('')
    expect(await resendState(page)).toEqual({ words: 'Resend code', isEnabled: true })
  })

  const resendState = async (page: Page) => ({
    words: await resend(page).textContent(),
    isEnabled: await resend(page).evaluate(
      (element) => !(element as HTMLButtonElement).disabled && element.getAttribute('aria-disabled') !== 'true',
    ),
  })
})

/** The text is below the input. */
function isBelow(page: Page): Promise<boolean> {
  return page
    .locator('.latchkey input')
    .first()
    .evaluate((input) => {
      const home = input.getRootNode() as Document | ShadowRoot
      const ids = `${input.getAttribute('aria-errormessage') ?? ''} ${input.getAttribute('aria-describedby') ?? ''}`
      const alert = ids
        .split(' ')
        .map((id) => (id ? home.getElementById(id) : null))
        .find((element) => element?.getAttribute('role') === 'alert')
      return (alert?.getBoundingClientRect().top ?? 0) >= input.getBoundingClientRect().bottom - 1
    })
}
