import { ar } from '@latchkey/widgets/locales/ar'
import { he } from '@latchkey/widgets/locales/he'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isFull, itInFullRun } from '../matrix.ts'
import { axeViolations, newEmail, newPhone, root, screen } from '../widget-page.ts'
import { codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

const config = { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } } as const

const box = (of: Locator) =>
  of.evaluate((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return { left, right, width }
  })

/** The distance of an element from the inline start of its container. */
async function indent(page: Page, of: Locator): Promise<number> {
  const [outer, inner] = await Promise.all([box(page.locator('.latchkey-container')), box(of)])
  const isRtl = await root(page).evaluate((element) => getComputedStyle(element).direction === 'rtl')
  return Math.round(isRtl ? outer.right - inner.right : inner.left - outer.left)
}

describe.each(isFull ? [false, true] : [true])('from right to left (shadow root: %s)', (enableShadowDOM) => {
  it('signs in with Arabic strings on a left-to-right page', async () => {
    const { page } = await setup.show({ config: { ...config, enableShadowDOM }, strings: ar })
    expect(await root(page).evaluate((one) => [one.getAttribute('lang'), getComputedStyle(one).direction])).toEqual([
      'ar',
      'rtl',
    ])
    expect(await axeViolations(page)).toEqual([])
    const input = page.getByRole('textbox')
    expect(await input.evaluate((one) => [one.closest('[lang=ar]') !== null, getComputedStyle(one).direction])).toEqual(
      [true, 'rtl'],
    )
    const email = newEmail()
    await page.getByRole('textbox').fill(email)
    await page.getByRole('button', { name: ar['main.continue'], exact: true }).click()
    await screen(page, 'otp_authenticate')
    expect(await axeViolations(page)).toEqual([])
    // Digits are left to right in every language.
    const code = page.getByRole('textbox')
    expect(await code.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr')
    await code.fill(await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    await page.getByRole('heading', { name: ar['otp_confirmation.title'] }).waitFor()
  })

  itInFullRun('mirrors the left-to-right layout', async () => {
    const seen: unknown[] = []
    for (const strings of [{ 'locale.direction': 'ltr' }, { 'locale.direction': 'rtl' }]) {
      const { page } = await setup.show({ config: { ...config, enableShadowDOM }, strings })
      const main = [page.getByRole('heading', { level: 2 }), page.getByRole('textbox'), page.getByRole('tab').first()]
      const indents = await Promise.all(main.map((one) => indent(page, one)))
      await page.getByRole('textbox').fill(newEmail())
      await page.getByRole('textbox').press('Enter')
      await screen(page, 'otp_authenticate')
      const back = page.getByRole('button', { name: 'Back' })
      indents.push(await indent(page, back), await indent(page, page.getByRole('timer')))
      const arrow = await back.evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a)
      seen.push(indents)
      expect(arrow).toBe(strings['locale.direction'] === 'rtl' ? -1 : 1)
    }
    expect(seen[1]).toEqual(seen[0])
  })

  itInFullRun('moves to the next tab with the left arrow key', async () => {
    const { page } = await setup.show({ config: { ...config, enableShadowDOM }, strings: he })
    const [first, second] = [page.getByRole('tab').nth(0), page.getByRole('tab').nth(1)]
    expect((await box(first)).left).toBeGreaterThan((await box(second)).left)
    await first.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await second.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowRight')
    expect(await first.getAttribute('aria-selected')).toBe('true')
  })
})

it('follows the direction of the page if the strings set none', async () => {
  const { page } = await setup.open()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await page.evaluate((options) => app.show(options), { config })
  await root(page).waitFor()
  const attributes = await root(page).evaluate((one) => [one.getAttribute('dir'), one.getAttribute('lang')])
  expect(attributes).toEqual([null, null])
  expect(await root(page).evaluate((one) => getComputedStyle(one).direction)).toBe('rtl')
})

itInFullRun('shows a phone number from left to right in right-to-left text', async () => {
  const { page } = await setup.show({
    config: { products: ['otp'], otpOptions: { methods: ['sms'] } },
    strings: ar,
  })
  await page.getByRole('textbox').fill(newPhone())
  await page.getByRole('textbox').press('Enter')
  await screen(page, 'otp_authenticate')
  const [plus = 0, digit = 0] = await page.locator('.latchkey-strong').evaluate((element) => {
    const text = element.firstChild as Text
    return [0, 1].map((at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(plus).toBeLessThan(digit)
})

itInFullRun('shows the start of a long read-only address', async () => {
  const { page } = await setup.show({ config: { products: ['passwords'] }, strings: ar })
  await page.getByRole('textbox').fill(`${'a'.repeat(60)}@example.com`)
  await page.getByRole('textbox').press('Enter')
  await screen(page, 'password_create_or_login')
  const looks = await page.locator('.latchkey-read-only').evaluate((input: HTMLInputElement) => {
    const { direction, textAlign, textOverflow } = getComputedStyle(input)
    return [direction, textAlign, textOverflow, input.scrollLeft, input.scrollWidth > input.clientWidth]
  })
  expect(looks).toEqual(['ltr', 'right', 'ellipsis', 0, true])
})
