import type { LoginConfig } from '@latchkey/widgets'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../../browser.ts'
import { isDisabled, secret } from '../../password-page.ts'
import { announced, button, focused, newEmail, root, screen, watchAnnouncements } from '../../widget-page.ts'
import { messagesTo, prepareWidgets } from '../../widget-setup.ts'

const setup = prepareWidgets()

const told = new Set(['heading', 'textbox', 'button', 'link'])

/** What a screen reader reads of the widget, from top to bottom: role, name, description and state. */
async function spoken(page: Page): Promise<string[]> {
  const debug = await page.context().newCDPSession(page)
  const { nodes } = await debug.send('Accessibility.getFullAXTree')
  await debug.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  function read(id: string): void {
    const node = byId.get(id)
    if (!node) return
    const role = String(node.role?.value ?? '')
    if (!node.ignored && told.has(role)) {
      const words = [node.name?.value, node.description?.value].filter(Boolean).map((text) => `‘${text}’`)
      const has = (name: string): boolean =>
        ['true', true].includes(node.properties?.find((one) => one.name === name)?.value.value as string)
      lines.push([role, ...words, ...['disabled', 'readonly', 'invalid', 'focused'].filter(has)].join(' '))
    }
    for (const child of node.childIds ?? []) read(child)
  }
  read(nodes.find((node) => node.role?.value === 'main')?.nodeId ?? '')
  // The first one is the heading of the host page.
  return lines.slice(1)
}

/** Signs up, logs in and resets the password. Returns all announcements. */
async function journey(enableShadowDOM: boolean): Promise<Record<string, string[]>> {
  const landing = setup.site.page({ leavesToken: true })
  const config: LoginConfig = {
    products: ['passwords'],
    passwordOptions: { resetPasswordRedirectURL: landing, loginRedirectURL: landing },
    enableShadowDOM,
  }
  const heard: Record<string, string[]> = {}
  const { page, context } = await setup.show({ config })
  const email = newEmail()
  const note = async (name: string, tag = 'input'): Promise<void> => {
    await expect.poll(async () => (await focused(page)).tag).toBe(tag)
    heard[name] = (await spoken(page)).map((line) => line.replaceAll(email, 'ada@example.com'))
  }
  await page.getByText(/^Powered by/).waitFor()
  await watchAnnouncements(page)
  await page.keyboard.press('Tab')
  await note('Main')
  await page.keyboard.press('Enter')
  await expect.poll(() => announced(page)).toEqual(['Email format is invalid.'])
  await note('refused')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await screen(page, 'password_create_or_login')
  await note('sign-up')
  await page.keyboard.type(secret)
  await expect.poll(() => isDisabled(page)).toBe(false)
  await expect.poll(() => announced(page)).toContain('Password strength: 4 of 4 Strong password')
  await note('sign-up with a good password')
  await page.keyboard.press('Enter')
  await screen(page, 'password_confirmation')
  await note('signed up', 'h2')

  await page.evaluate(() => app.client.session.revoke())
  await page.evaluate((config) => app.show({ config }), {
    ...config,
    sessionOptions: { sessionDurationMinutes: 5 },
  })
  await screen(page, 'main')
  await root(page).getByRole('textbox').or(page.locator('input')).first().focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await screen(page, 'password_create_or_login')
  await note('log-in')
  await button(page, 'Forgot Password?').focus()
  await page.keyboard.press('Enter')
  await screen(page, 'password_forgot')
  await note('forgotten', 'h2')

  const [mail] = await messagesTo(setup, email)
  const opened = { context, ...(await openPage(context, mail?.links[0] ?? '')) }
  setup.watch(opened)
  await opened.page.evaluate((options) => app.show(options), {
    widget: 'reset-password' as const,
    config: { enableShadowDOM },
  })
  await screen(opened.page, 'password_reset_form')
  await opened.page.getByText(/^Powered by/).waitFor()
  heard.reset = await spoken(opened.page)
  return heard
}

it('a screen reader gets the same announcements on every screen, in the page and in a shadow root', {
  timeout: 180_000,
}, async () => {
  const [back] = ['button ‘Back’']
  const heard = await journey(false)
  expect(heard).toEqual({
    Main: ['heading ‘Sign up or log in’', 'textbox ‘Email’ focused', 'button ‘Continue’'],
    refused: [
      'heading ‘Sign up or log in’',
      'textbox ‘Email’ ‘Email format is invalid.’ invalid focused',
      'button ‘Continue’',
    ],
    'sign-up': [
      back,
      'heading ‘Create account’',
      'button ‘Edit’',
      'textbox ‘Email’ readonly',
      'textbox ‘Password’ ‘Finish creating your account by setting a password. Use 8 characters or more. A few random words work well.’ focused',
      'button ‘Show password’',
      'button ‘Continue’ disabled',
    ],
    'sign-up with a good password': [
      back,
      'heading ‘Create account’',
      'button ‘Edit’',
      'textbox ‘Email’ readonly',
      'textbox ‘Password’ ‘Finish creating your account by setting a password. Password strength: 4 of 4 Strong password’ focused',
      'button ‘Show password’',
      'button ‘Continue’',
    ],
    'signed up': ['heading ‘Success!’ focused'],
    'log-in': [
      back,
      'heading ‘Log In’',
      'button ‘Edit’',
      'textbox ‘Email’ readonly',
      'textbox ‘Password’ ‘Log In’ focused',
      'button ‘Show password’',
      'button ‘Forgot Password?’',
      'button ‘Continue’',
    ],
    forgotten: [back, 'heading ‘Forgot password?’ focused', 'button ‘Resend email’'],
    reset: [
      'heading ‘Reset your password’',
      'textbox ‘Email’ readonly',
      'textbox ‘New password’ ‘Choose a new password. You are signed in with it at once. Use 8 characters or more. A few random words work well.’ focused',
      'button ‘Show password’',
      'button ‘Continue’ disabled',
    ],
  })
  expect(await journey(true)).toEqual(heard)
})
