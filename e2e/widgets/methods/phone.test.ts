import { callingCodes } from '@latchkey/contract/calling-codes'
import type { LoginConfig } from '@latchkey/widgets'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeInFullRun, itInFullRun } from '../matrix.ts'
import {
  axeViolations,
  button,
  errorUnder,
  focused,
  newPhone,
  phoneField,
  root,
  screen,
  watchCalls,
} from '../widget-page.ts'
import { codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const texts: LoginConfig = { products: ['otp'], otpOptions: { methods: ['sms'] } }
const countrySelect = (page: Page): Locator => page.getByRole('combobox', { name: 'Country', exact: true })
const shown = (page: Page): Promise<string> => phoneField(page).inputValue()
const caret = (page: Page): Promise<number | null> =>
  phoneField(page).evaluate((input) => (input as HTMLInputElement).selectionStart)
const placeCaret = (page: Page, at: number): Promise<void> =>
  phoneField(page).evaluate((input, place) => (input as HTMLInputElement).setSelectionRange(place, place), at)
/** Waits until the number formats are loaded and the input is formatted. */
async function ready(page: Page): Promise<void> {
  await phoneField(page).focus()
  await phoneField(page).fill('202')
  await expect.poll(() => shown(page)).toBe('(202)')
  await phoneField(page).fill('')
}
/** Sets the whole value at once, like autofill or a paste. */
const fillIn = (page: Page, text: string, inputType: string): Promise<void> =>
  phoneField(page).evaluate(
    (input, [value, kind]) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(input, value)
      input.dispatchEvent(
        kind ? new InputEvent('input', { bubbles: true, inputType: kind }) : new Event('input', { bubbles: true }),
      )
    },
    [text, inputType],
  )

describe('the country', () => {
  it('is the United States at first, in a list of all countries with their dial codes [W-PHN-05] [W-PHN-06]', async () => {
    const { page } = await setup.show({ config: texts })
    await expect.poll(() => countrySelect(page).locator('option').count()).toBe(Object.keys(callingCodes).length)
    expect(await countrySelect(page).inputValue()).toBe('US')
    expect(await countrySelect(page).locator('option:checked').textContent()).toBe('United States \u200e(+1)')
    expect(await page.locator('.latchkey-country-shown').textContent()).toBe('US +1')
    const options = await countrySelect(page)
      .locator('option')
      .evaluateAll((all) => all.map((one) => [(one as HTMLOptionElement).value, one.textContent ?? '']))
    for (const [country, code] of Object.entries(callingCodes)) {
      expect(options.find(([value]) => value === country)?.[1]).toMatch(new RegExp(`^.+ \u200e\\(\\+${code}\\)$`))
    }
    expect(await axeViolations(page)).toEqual([])
  })

  itInFullRun('is found by typing its name, and the number gets its format', async () => {
    const { page } = await setup.show({ config: texts })
    await expect.poll(() => countrySelect(page).locator('option').count()).toBeGreaterThan(1)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatchObject({ tag: 'select' })
    await page.keyboard.type('Fran')
    await expect.poll(() => page.locator('.latchkey-country-shown').textContent()).toBe('FR +33')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatchObject({ tag: 'input' })
    await page.keyboard.type('0612345678')
    await expect.poll(() => shown(page)).toBe('06 12 34 56 78')
    // Another country has another format; the digits stay.
    await countrySelect(page).selectOption('GB')
    await expect.poll(() => shown(page)).toBe('0612345678')
  })

  itInFullRun('is named in the language of the page, or as the strings set it', async () => {
    const { page } = await setup.open()
    await page.evaluate((config) => {
      document.documentElement.lang = 'de'
      app.show({ config })
    }, texts)
    const us = (): Promise<string | null> => countrySelect(page).locator('option[value=US]').textContent()
    await expect.poll(us).toBe('Vereinigte Staaten \u200e(+1)')
    await page.evaluate((config) => app.show({ config, strings: { 'locale.language': 'fr' } }), texts)
    await expect.poll(us).toBe('États-Unis \u200e(+1)')
  })
})

describe('the number', () => {
  it('is required, with a placeholder, and can be filled in by the browser [W-PHN-07] [W-PHN-08]', async () => {
    const { page } = await setup.show({ config: texts })
    const attributes = await phoneField(page).evaluate((input) => {
      const { required, type, placeholder, autocomplete, inputMode } = input as HTMLInputElement
      return { required, type, placeholder, autocomplete, inputMode }
    })
    expect(attributes).toEqual({
      ...{ required: true, type: 'tel', placeholder: '(123) 456-7890', autocomplete: 'tel', inputMode: 'tel' },
    })
  })

  itInFullRun('has no placeholder of another country than the chosen one', async () => {
    const { page } = await setup.show({ config: texts })
    const placeholder = (): Promise<string> =>
      phoneField(page).evaluate((input) => (input as HTMLInputElement).placeholder)
    await expect.poll(() => countrySelect(page).locator('option').count()).toBeGreaterThan(1)
    await countrySelect(page).selectOption('DE')
    await expect.poll(placeholder).toBe('')
    await countrySelect(page).selectOption('US')
    await expect.poll(placeholder).toBe('(123) 456-7890')
  })

  itInFullRun('is formatted while it is typed, and the caret stays where it is', async () => {
    const { page } = await setup.show({ config: texts })
    await ready(page)
    await page.keyboard.type('2325550123')
    expect([await shown(page), await caret(page)]).toEqual(['(232) 555-0123', 14])
    await placeCaret(page, 2)
    await page.keyboard.press('Backspace')
    expect([await shown(page), await caret(page)]).toEqual(['(325) 550-123', 0])
    await page.keyboard.type('2')
    expect([await shown(page), await caret(page)]).toEqual(['(232) 555-0123', 2])
    // Deleting a bracket also deletes the digit before it.
    await placeCaret(page, 5)
    await page.keyboard.press('Backspace')
    expect([await shown(page), await caret(page)]).toEqual(['(235) 550-123', 3])
    await page.keyboard.press('Delete')
    expect([await shown(page), await caret(page)]).toEqual(['(235) 501-23', 3])
  })

  it('that is pasted or filled in with its country code selects the country', async () => {
    const { page } = await setup.show({ config: texts })
    await ready(page)
    const filled: [string, string, string, string][] = [
      ['+44 20 7946 0958', 'insertFromPaste', '020 7946 0958', 'GB +44'],
      ['+12025550123', '', '(202) 555-0123', 'US +1'],
      ['+971 50 123 4567', 'insertReplacementText', '050 123 4567', 'AE +971'],
    ]
    for (const [text, kind, number, country] of filled) {
      await fillIn(page, text, kind)
      await expect.poll(() => shown(page)).toBe(number)
      expect(await page.locator('.latchkey-country-shown').textContent()).toBe(country)
    }
  })

  itInFullRun('can be typed with the digits of another script', async () => {
    const { page } = await setup.show({ config: texts })
    await ready(page)
    await phoneField(page).pressSequentially('٢٠٢۵۵۵０１２３')
    expect(await shown(page)).toBe('(202) 555-0123')
  })

  it('is sent in international format, and the passcode signs in [W-PHN-01] [W-PHN-09]', async () => {
    const phone = newPhone()
    const { page } = await setup.show({ config: texts })
    const calls = watchCalls(page, '/otps/sms')
    await phoneField(page).pressSequentially(phone.slice(2))
    await phoneField(page).press('Enter')
    await screen(page, 'otp_authenticate')
    expect(calls.map((call) => call.postDataJSON().phone_number)).toEqual([phone])
    await page.getByRole('textbox', { name: /passcode/i }).fill(await codeFor(setup, phone))
    await screen(page, 'otp_confirmation')
  })

  itInFullRun('of another country is read with that country', async () => {
    const { page } = await setup.show({ config: texts })
    const calls = watchCalls(page, '/otps/sms')
    await expect.poll(() => countrySelect(page).locator('option').count()).toBeGreaterThan(1)
    await countrySelect(page).selectOption('GB')
    await phoneField(page).fill('020 7946 0958')
    await button(page).click()
    await expect.poll(() => calls.map((call) => call.postDataJSON().phone_number)).toEqual(['+442079460958'])
  })

  it('that is invalid shows an error, sends nothing, and can be corrected [W-PHN-02]', async () => {
    const { page } = await setup.show({ config: texts })
    const calls = watchCalls(page, '/otps')
    for (const text of ['', '1234567890', '+99']) {
      await phoneField(page).fill(text)
      await button(page).click()
      await expect
        .poll(() => errorUnder(page))
        .toBe('Phone number format is invalid. Ensure the phone number is in the E.164 format.')
      expect(await phoneField(page).getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => focused(page)).toMatchObject({ tag: 'input' })
      await phoneField(page).press('2')
      await expect.poll(() => errorUnder(page)).toBe('')
    }
    expect(calls).toEqual([])
    expect(await axeViolations(page)).toEqual([])
  })
})

describeInFullRun('the number formats', () => {
  const theirs = /\/numbers-\w+\.js$/

  it('are loaded with the first focus, and not before', async () => {
    const { page } = await setup.show({ config: texts })
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    // Lazy chunks have loaded.
    await page.getByText(/Powered by/).waitFor()
    expect(files.filter((path) => theirs.test(path))).toEqual([])
    await phoneField(page).focus()
    await expect.poll(() => files.filter((path) => theirs.test(path)).length).toBe(1)
  })

  it('delay a submit by at most two seconds, then plus, country code and digits are sent', async () => {
    const phone = newPhone()
    const { page } = await setup.show({ config: texts })
    await page.route(theirs, () => undefined)
    const calls = watchCalls(page, '/otps/sms')
    await phoneField(page).pressSequentially(phone.slice(2))
    await button(page).click()
    await screen(page, 'otp_authenticate')
    expect(calls.map((call) => call.postDataJSON().phone_number)).toEqual([phone])
  })

  it('that load late format the input, but not after ten seconds', async () => {
    const context = await setup.newContext()
    await context.clock.install()
    for (const [seconds, expected] of [
      [1, '(202) 555-0123'],
      [10, '2025550123'],
    ] as const) {
      const { page } = await setup.show({ config: texts }, context)
      let come = (): void => undefined
      const coming = new Promise<void>((resolve) => {
        come = resolve
      })
      const loaded = page.waitForResponse((response) => theirs.test(response.url()))
      await page.route(theirs, async (route) => {
        await coming
        await route.continue()
      })
      await phoneField(page).pressSequentially('2025550123')
      expect(await shown(page)).toBe('2025550123')
      await context.clock.runFor(seconds * 1_000)
      come()
      await (await loaded).finished()
      await expect.poll(() => shown(page)).toBe(expected)
      await page.close()
    }
  })

  it('that never load still allow every country with a plus', async () => {
    const { page } = await setup.show({ config: texts })
    await page.route(theirs, (route) => route.abort())
    const calls = watchCalls(page, '/otps/sms')
    await phoneField(page).fill('+44 20 7946 0958')
    await button(page).click()
    await expect.poll(() => calls.map((call) => call.postDataJSON().phone_number)).toEqual(['+442079460958'])
  })
})

describeInFullRun('the field', () => {
  it('works in a shadow root, from right to left, and in 320 px', async () => {
    const context = await setup.newContext({ viewport: { width: 320, height: 640 } })
    const { page } = await setup.open({}, context)
    await page.evaluate(
      (config) => {
        document.documentElement.dir = 'rtl'
        app.show({ config })
      },
      { ...texts, enableShadowDOM: true },
    )
    await ready(page)
    await page.keyboard.type('2025550123')
    expect(await shown(page)).toBe('(202) 555-0123')
    expect(
      await phoneField(page).evaluate((input) => {
        const { direction, textAlign } = getComputedStyle(input)
        return [direction, textAlign, (input as HTMLInputElement).scrollWidth <= input.clientWidth]
      }),
    ).toEqual(['ltr', 'left', true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await root(page).evaluate((widget) => getComputedStyle(widget).direction)).toBe('rtl')
    expect(await axeViolations(page)).toEqual([])
  })

  it('has no layout shift when the countries load, and requests them again with the next focus', async () => {
    const { page } = await setup.open()
    let asked = 0
    let come = (): void => undefined
    const coming = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route(/\/phone\.method-\w+\.js$/, async (route) => {
      asked += 1
      if (asked === 1) return route.abort()
      await coming
      return route.continue()
    })
    await page.evaluate((config) => app.show({ config }), texts)
    await expect.poll(() => asked).toBeGreaterThan(0)
    const before = await phoneField(page).boundingBox()
    expect(await page.locator('.latchkey-country-shown').textContent()).toBe('US +1')
    come()
    expect(await countrySelect(page).locator('option').count()).toBe(1)
    await countrySelect(page).focus()
    await expect.poll(() => countrySelect(page).locator('option').count()).toBeGreaterThan(1)
    expect(await phoneField(page).boundingBox()).toEqual(before)
  })
})
