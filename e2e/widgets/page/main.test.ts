import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itInFullRun } from '../matrix.ts'
import {
  axeViolations,
  button,
  emailField,
  errorUnder,
  focused,
  hold,
  newEmail,
  newPhone,
  phoneField,
  root,
  screen,
  toPath,
  watchCalls,
} from '../widget-page.ts'
import { prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const withOtp = (...methods: ('email' | 'sms' | 'whatsapp')[]): LoginConfig => ({
  products: ['otp'],
  otpOptions: { methods },
})
const tabs = (page: Page) => page.getByRole('tab')

describe('Main', () => {
  it('has an English title [W-MAIN-02] [W-A-15]', async () => {
    const { page } = await setup.show()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Sign up or log in'])
    expect(await root(page).getAttribute('data-screen')).toBe('main')
    expect(await button(page).textContent()).toBe('Continue')
  })

  it('is one email form for magic links, without tabs, if nothing is configured [W-CFG-02] [W-MAIN-03] [W-MAIN-07]', async () => {
    const { page } = await setup.show()
    const calls = watchCalls(page, '/')
    expect([await tabs(page).count(), await emailField(page).count(), await phoneField(page).count()]).toEqual([
      0, 1, 0,
    ])
    await emailField(page).fill(newEmail())
    await button(page).click()
    await screen(page, 'email_confirmation')
    expect(calls.map((call) => new URL(call.url()).pathname)).toContain('/sdk/v1/magic_links/email/login_or_create')
  })

  const cases: [LoginConfig, string[], 'email' | 'phone'][] = [
    [{ products: ['emailMagicLinks'] }, [], 'email'],
    [withOtp('email'), [], 'email'],
    [withOtp('sms'), [], 'phone'],
    [withOtp('whatsapp'), [], 'phone'],
    [withOtp('sms', 'whatsapp', 'email'), ['Text', 'WhatsApp', 'Email'], 'phone'],
    [withOtp('email', 'sms'), ['Email', 'Text'], 'email'],
    [withOtp('whatsapp', 'sms'), ['WhatsApp', 'Text'], 'phone'],
    [{ products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms'] } }, ['Email', 'Text'], 'email'],
    [{ products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['whatsapp'] } }, ['WhatsApp', 'Email'], 'phone'],
    [{ products: ['passwords'] }, [], 'email'],
    [{ products: ['emailMagicLinks', 'passwords'] }, [], 'email'],
    [{ products: ['otp', 'passwords'], otpOptions: { methods: ['email'] } }, [], 'email'],
    [{ products: ['otp', 'passwords'], otpOptions: { methods: ['sms', 'email'] } }, ['Text', 'Email'], 'phone'],
    [{ products: ['passwords', 'otp'], otpOptions: { methods: ['whatsapp'] } }, ['Email', 'WhatsApp'], 'email'],
  ]
  it('has a tab for each of several methods, in the order of the configuration, the first one selected, and no tab for a single method [W-MAIN-03] [W-MAIN-04] [W-MAIN-06] [W-MAIN-08] [W-MAIN-09] [W-MAIN-10] [W-CFG-09]', async () => {
    const { page } = await setup.open()
    for (const [config, labels, field] of cases) {
      await page.evaluate((config) => app.show({ config }), config)
      await expect.poll(() => tabs(page).allTextContents()).toEqual(labels)
      expect(await page.getByRole('tablist').count()).toBe(labels.length > 0 ? 1 : 0)
      expect(await tabs(page).evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-selected')))).toEqual(
        labels.map((_, index) => String(index === 0)),
      )
      const fields = [await emailField(page).count(), await phoneField(page).count()]
      expect(fields).toEqual(field === 'email' ? [1, 0] : [0, 1])
    }
    expect(await axeViolations(page)).toEqual([])
  })

  it('has a form in each tab, and keeps its input [W-MAIN-05]', async () => {
    const { page } = await setup.show({ config: withOtp('sms', 'email') })
    await phoneField(page).fill('500 555 0001')
    await page.getByRole('tab', { name: 'Email' }).click()
    const panel = page.getByRole('tabpanel', { name: 'Email' })
    expect(await panel.locator('form').getByRole('button', { name: 'Continue' }).count()).toBe(1)
    await emailField(page).fill('ada@example.com')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('tab', { name: 'Text' }).click()
    expect(await page.getByRole('tabpanel', { name: 'Text' }).locator('form input').inputValue()).toMatch(
      /^\(?500\)? 555[ -]0001$/,
    )
    await page.getByRole('tab', { name: 'Email' }).click()
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
  })

  itInFullRun('moves between tabs with the arrow keys, Home and End, one tab stop for all of them', async () => {
    const { page } = await setup.show({ config: withOtp('sms', 'whatsapp', 'email') })
    const at = async () => (await focused(page)).text
    await page.keyboard.press('Tab')
    expect(await at()).toBe('Text')
    const seen: string[] = []
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) {
      await page.keyboard.press(key)
      seen.push(await at())
    }
    expect(seen).toEqual(['WhatsApp', 'Email', 'Text', 'Email', 'Text', 'Email'])
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Email'])
    await page.keyboard.press('Tab')
    expect((await focused(page)).tag).toBe('input')
  })

  it('offers every configured product at its position, and does not mention others [W-CFG-01]', async () => {
    const { page } = await setup.open()
    const oauthOptions = { providers: [{ type: 'google' }] } as const
    const otpOptions = { methods: ['sms'] } as const
    /** The visible content, from top to bottom. */
    const seen = (): Promise<string[]> =>
      page
        .locator('.latchkey-tabs, .latchkey input, .latchkey-or, .latchkey-choice')
        .evaluateAll((all) =>
          all.map((one) => (one as HTMLInputElement).type || one.className.replace('latchkey-', '')),
        )
    const layouts: [LoginConfig['products'], string[]][] = [
      [['emailMagicLinks'], ['email']],
      [['passwords'], ['email']],
      [['otp'], ['tel']],
      [['oauth'], ['button']],
      [
        ['oauth', 'otp'],
        ['button', 'or', 'tel'],
      ],
      [
        ['otp', 'oauth'],
        ['tel', 'or', 'button'],
      ],
      [
        ['otp', 'passwords', 'oauth', 'emailMagicLinks'],
        ['tabs', 'tel', 'or', 'button'],
      ],
    ]
    for (const [products, expected] of layouts) {
      await page.evaluate((config) => app.show({ config }), { products, oauthOptions, otpOptions } as LoginConfig)
      await expect.poll(seen).toEqual(expected)
    }
    // Wallets and passkeys add at least one button.
    for (const products of [['crypto'], ['passkeys', 'otp']] as const) {
      await page.evaluate((config) => app.show({ config }), { products, oauthOptions, otpOptions } as LoginConfig)
      await expect.poll(async () => (await seen()).includes('button')).toBe(true)
    }
  })

  const bad = ['', 'ada', 'ada@', '@example.com', 'ada@example', 'ada@example.c', 'a da@example.com']

  it('rejects an invalid address on the magic link form and sends nothing [W-MAIN-20] [W-MAIN-24]', async () => {
    await refuses({}, 'Email format is invalid.')
  })

  it('rejects an invalid address on the passcode form and sends nothing [W-MAIN-22] [W-MAIN-24]', async () => {
    await refuses(withOtp('email'), 'Invalid email address.')
  })

  async function refuses(config: LoginConfig, words: string): Promise<void> {
    const { page } = await setup.show({ config })
    const calls = ['/magic_links', '/otps'].map((path) => watchCalls(page, path))
    for (const text of bad) {
      await emailField(page).fill(text)
      await emailField(page).press('Enter')
      await expect.poll(() => errorUnder(page)).toBe(words)
      expect([await emailField(page).getAttribute('aria-invalid'), await emailField(page).inputValue()]).toEqual([
        'true',
        text,
      ])
      await expect.poll(() => focused(page)).toMatchObject({ tag: 'input' })
      // The next key removes the error.
      await emailField(page).press('x')
      await expect.poll(() => errorUnder(page)).toBe('')
    }
    await button(page).click()
    await expect.poll(() => errorUnder(page)).toBe(words)
    expect(await axeViolations(page)).toEqual([])
    expect(calls.flat()).toEqual([])
  }

  it('has a required input of type email that the browser can fill in [W-MAIN-23]', async () => {
    const { page } = await setup.show()
    const attributes = await emailField(page).evaluate((input) => ({
      required: (input as HTMLInputElement).required,
      type: (input as HTMLInputElement).type,
      autocomplete: (input as HTMLInputElement).autocomplete,
    }))
    expect(attributes).toEqual({ required: true, type: 'email', autocomplete: 'email' })
  })

  itInFullRun('has a required telephone input that rejects an invalid number', async () => {
    const { page } = await setup.show({ config: withOtp('sms') })
    const calls = watchCalls(page, '/otps')
    const attributes = await phoneField(page).evaluate((input) => ({
      required: (input as HTMLInputElement).required,
      type: (input as HTMLInputElement).type,
      placeholder: (input as HTMLInputElement).placeholder,
    }))
    expect(attributes).toEqual({ required: true, type: 'tel', placeholder: '(123) 456-7890' })
    await phoneField(page).fill('12')
    await button(page).click()
    await expect
      .poll(() => errorUnder(page))
      .toBe('Phone number format is invalid. Ensure the phone number is in the E.164 format.')
    expect(await axeViolations(page)).toEqual([])
    expect(calls).toEqual([])
  })

  itInFullRun('ignores spaces around an address', async () => {
    const { page } = await setup.show()
    const calls = watchCalls(page, '/magic_links')
    const email = newEmail()
    await emailField(page).pressSequentially(` ${email} `)
    await button(page).click()
    await screen(page, 'email_confirmation')
    expect(calls.map((call) => call.postDataJSON().email)).toEqual([email])
  })

  const twice: [string, (page: Page) => Promise<void>][] = [
    ['double click', (page) => button(page).dblclick()],
    [
      'two quick Enters',
      async (page) => {
        await emailField(page).press('Enter')
        await emailField(page).press('Enter')
      },
    ],
    [
      'a click that comes twice in one turn',
      (page) =>
        button(page).evaluate((element) => {
          ;(element as HTMLButtonElement).click()
          ;(element as HTMLButtonElement).click()
        }),
    ],
  ]
  itInFullRun.each(twice)('sends once on %s', async (_, press) => {
    const { page } = await setup.show()
    const held = await hold(page, '/magic_links/email/login_or_create')
    const calls = watchCalls(page, '/magic_links')
    await emailField(page).fill(newEmail())
    await press(page)
    await held.arrived
    expect(await root(page).getAttribute('data-state')).toBe('sending')
    held.release()
    await screen(page, 'email_confirmation')
    expect(calls.length).toBe(1)
  })

  itInFullRun('keeps every key that is typed once the input is shown', async () => {
    const { page } = await setup.open()
    await page.evaluate(() => app.show({}))
    await emailField(page).focus()
    await page.keyboard.type('ada.lovelace@example.com')
    expect(await emailField(page).inputValue()).toBe('ada.lovelace@example.com')
  })

  it('shows the form before any response, and if the project cannot be read', async () => {
    const { page, complaints } = await setup.open()
    await page.route(toPath('/'), (route) => route.abort())
    const asked = await page.evaluate(async () => {
      performance.clearResourceTimings()
      app.show({})
      while (!document.querySelector('.latchkey input')) await new Promise(requestAnimationFrame)
      return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    })
    expect(asked.filter((path) => path.startsWith('/sdk/'))).toEqual([])
    await emailField(page).pressSequentially('ada@example.com')
    expect(await emailField(page).inputValue()).toBe('ada@example.com')
    // The client logs that it uses its defaults; there must be no other message.
    expect(
      complaints.filter((text) => !/Unable to contact our servers|No response from the provider/.test(text)),
    ).toEqual([])
    complaints.length = 0
  })

  itInFullRun('reads a number without a country as one of the United States', async () => {
    const phone = newPhone()
    const { page } = await setup.show({ config: withOtp('sms') })
    const calls = watchCalls(page, '/otps/sms')
    await phoneField(page).fill(`(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`)
    await button(page).click()
    await screen(page, 'otp_authenticate')
    expect(calls.map((call) => call.postDataJSON().phone_number)).toEqual([phone])
  })
})

describe('configuration errors', () => {
  it('replace the widget: magic links with passcodes by email [W-CFG-20]', async () => {
    const config: LoginConfig = { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } }
    await inPlace(config, [
      'Error: Cannot use both EML and Email OTP',
      "Magic links (EML) and email passcodes (Email OTP) would need the same email form. Remove 'emailMagicLinks' from products, or 'email' from otpOptions.methods.",
    ])
  })

  itInFullRun('replace the widget: passkeys alone [W-CFG-21]', async () => {
    await inPlace({ products: ['passkeys'] }, [
      'Error: Cannot use Passkeys by itself, please add another product to the config.',
    ])
  })

  async function inPlace(config: LoginConfig, lines: string[]): Promise<void> {
    const { page } = await setup.open()
    for (const enableShadowDOM of [false, true]) {
      await page.evaluate((config) => app.show({ config }), { ...config, enableShadowDOM })
      await expect.poll(() => root(page).locator('[role=alert] > .latchkey-error').allInnerTexts()).toEqual(lines)
      expect(await page.evaluate(() => document.querySelector('.latchkey') === null)).toBe(enableShadowDOM)
      expect(await root(page).locator('input, button, form').count()).toBe(0)
    }
    expect(await axeViolations(page)).toEqual([])
  }

  itInFullRun('replace the form if the configuration has no sign-in method', async () => {
    const { page } = await setup.open()
    const unusable = [
      { products: [] },
      { products: ['telepathy'] },
      { products: ['otp'] },
      { products: ['otp'], otpOptions: { methods: ['pigeon'] } },
    ]
    for (const config of unusable) {
      await page.evaluate((config) => app.show({ config }), config as unknown as LoginConfig)
      await expect.poll(() => root(page).innerText()).toMatch(/^Error: /)
      expect(await root(page).locator('input, button, form').count()).toBe(0)
    }
  })

  itInFullRun('disappear once the configuration is valid', async () => {
    const { page } = await setup.show({ config: { products: [] } })
    await page.evaluate(() => app.show({ config: { products: ['emailMagicLinks'] } }))
    await emailField(page).waitFor()
    expect(await page.getByText(/^Error: /).count()).toBe(0)
  })
})
