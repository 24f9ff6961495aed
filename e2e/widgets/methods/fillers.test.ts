import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Build } from '../../hosts/host-site.ts'
import { describeInFullRun, isFull, itInFullRun } from '../matrix.ts'
import { continueWith, havePassword, secret } from '../password-page.ts'
import { axeViolations, button, codeField, emailField, focused, newEmail, screen, signedInAs } from '../widget-page.ts'
import { codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

/** What a password manager sees that only reads the document. */
interface Seen {
  autocomplete: string
  /** All elements of the field's form. */
  withIt: string[]
}

/** Finds fields like a password manager that does not read shadow roots. */
function look(page: Page, selector: string): Promise<Seen[]> {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll<HTMLInputElement>(wanted)].map(({ autocomplete, form }) => ({
        autocomplete,
        withIt: [...(form?.elements ?? [])].map((one) => (one as HTMLInputElement).name || one.localName),
      })),
    selector,
  )
}

/** Fills the fields with the browser's own setter and dispatches events. */
function fill(page: Page, selector: string, text: string): Promise<void> {
  return page.evaluate(
    ([wanted, value]) => {
      const field = document.querySelector(wanted as string) as HTMLInputElement
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [selector, text],
  )
}

/** Submits the form of a field with its button or `requestSubmit`. */
function submit(page: Page, selector: string, target: 'button' | 'form'): Promise<void> {
  return page.evaluate(
    ([wanted, by]) => {
      const { form } = document.querySelector(wanted as string) as HTMLInputElement
      if (by === 'form') form?.requestSubmit()
      else form?.querySelector<HTMLElement>('[type=submit]')?.click()
    },
    [selector, target],
  )
}

/** The accessible name and description of the focused text field. */
async function told(page: Page): Promise<{ name: string; description: string; isInvalid: boolean }> {
  const debug = await page.context().newCDPSession(page)
  const { nodes } = await debug.send('Accessibility.getFullAXTree')
  await debug.detach()
  const has = (node: (typeof nodes)[number], property: string) =>
    node.properties?.find(({ name }) => name === property)?.value.value
  const field = nodes.find((node) => node.role?.value === 'textbox' && has(node, 'focused') === true)
  return {
    name: field?.name?.value ?? '',
    description: field?.description?.value ?? '',
    isInvalid: field !== undefined && has(field, 'invalid') === 'true',
  }
}

const passwords: LoginConfig = { products: ['passwords'], enableShadowDOM: true }
const codes: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] }, enableShadowDOM: true }
const cases: Build[] = isFull ? ['standalone', 'react-19'] : ['standalone']

describe.each(cases)('a password manager without access to the shadow root (%s)', (build) => {
  it('finds address and password, fills them in, and signs in', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    const { page } = await setup.show({ build, config: passwords })
    await emailField(page).waitFor()
    expect(await look(page, 'input')).toEqual([{ autocomplete: 'username', withIt: ['button', 'email'] }])
    await fill(page, 'input[autocomplete=username]', email)
    await submit(page, 'input[autocomplete=username]', 'form')
    await screen(page, 'password_create_or_login')
    expect(await look(page, 'input')).toEqual([
      { autocomplete: 'username', withIt: ['button', 'email', 'password'] },
      { autocomplete: 'current-password', withIt: ['button', 'email', 'password'] },
    ])
    expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('[name=email]')?.value)).toBe(email)
    // After going back and forth the input is not doubled.
    await button(page, 'Back').click()
    await screen(page, 'main')
    expect(await emailField(page).inputValue()).toBe(email)
    await emailField(page).press('Enter')
    await screen(page, 'password_create_or_login')
    await fill(page, 'input[autocomplete=current-password]', secret)
    await submit(page, 'input[autocomplete=current-password]', 'button')
    await screen(page, 'password_confirmation')
    expect([await signedInAs(page), await look(page, 'input')]).toEqual([email, []])
  })

  itInFullRun('finds the input of a one-time code', async () => {
    const { page } = await setup.show({ build, config: codes })
    const email = newEmail()
    await emailField(page).fill(email)
    await emailField(page).press('Enter')
    await screen(page, 'otp_authenticate')
    expect(await look(page, 'input')).toEqual([{ autocomplete: 'one-time-code', withIt: ['button', 'code'] }])
    await fill(page, 'input[autocomplete=one-time-code]', await codeFor(setup, email))
    await screen(page, 'otp_confirmation')
    expect(await signedInAs(page)).toBe(email)
  })
})

describeInFullRun('a slotted input of the document in a shadow root', () => {
  it('has its accessible name, description and focus like any other', async () => {
    const email = newEmail()
    await havePassword(setup, email)
    const { page } = await setup.show({ config: passwords })
    await page.locator('.latchkey-label').click()
    expect([await focused(page), await told(page)]).toEqual([
      { tag: 'input', text: '' },
      { name: 'Email', description: '', isInvalid: false },
    ])
    await page.keyboard.press('Enter')
    await page.getByText('Email format is invalid.', { exact: true }).waitFor()
    await expect
      .poll(() => told(page))
      .toEqual({ name: 'Email', description: 'Email format is invalid.', isInvalid: true })
    expect(await axeViolations(page)).toEqual([])
    await continueWith(page, email)
    await expect.poll(async () => (await told(page)).name).toBe('Password')
    await button(page).click()
    // After an error the focus moves from the button to the field.
    await page.getByText('Please enter your password.', { exact: true }).waitFor()
    await expect
      .poll(() => told(page))
      .toEqual({ name: 'Password', description: 'Log In Please enter your password.', isInvalid: true })
    expect(await axeViolations(page)).toEqual([])
  })

  it('names the purpose of a code, and submits only what its button would', async () => {
    const { page } = await setup.show({ config: { ...codes, products: ['passwords', 'otp'] } })
    const email = newEmail()
    await continueWith(page, email)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await fill(page, 'input[autocomplete=new-password]', 'weak')
    await page.locator('.latchkey-meter').waitFor()
    await submit(page, 'input[autocomplete=new-password]', 'form')
    await page.keyboard.press('Enter')
    expect(asked.filter((url) => url.endsWith('/passwords'))).toEqual([])
    await page.evaluate((config) => app.show({ config }), codes)
    await emailField(page).fill(email)
    await emailField(page).press('Enter')
    await codeField(page).waitFor()
    await expect
      .poll(() => told(page))
      .toEqual({
        name: 'Enter passcode',
        description: `A 6-digit passcode was sent to you at ${email}.`,
        isInvalid: false,
      })
  })
})
