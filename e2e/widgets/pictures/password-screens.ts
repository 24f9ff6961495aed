import type { Page } from 'playwright-core'
import type { ShowOptions } from '../../hosts/host-login.ts'
import { answerStrength, passwordField } from '../password-page.ts'
import { answerBootstrap, button, emailField, hold, refuse, screen, toPath } from '../widget-page.ts'

const passwords: ShowOptions = { config: { products: ['passwords'] } }
const dark: ShowOptions = { ...passwords, styles: { colorScheme: 'dark' } }
const reset: ShowOptions = { widget: 'reset-password', passwordResetToken: 'token' }
const ada = 'ada@example.com'

/** Fulfills a call with a success. */
async function answer(page: Page, path: string, data: object): Promise<void> {
  await page.route(toPath(path), (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          headers: {
            'access-control-allow-origin': new URL(page.url()).origin,
            'access-control-allow-credentials': 'true',
          },
          json: { data: { request_id: 'request-id-test-1', status_code: 200, ...data } },
        }),
  )
}

async function asked(page: Page, userType: 'new' | 'password' | 'passwordless', email = ada): Promise<void> {
  await answer(page, '/users/search', { userType })
  await answer(page, '/passwords/email/reset/start', {})
  await emailField(page).fill(email)
  await button(page).click()
  if (userType !== 'passwordless') await screen(page, 'password_create_or_login')
}

async function judged(page: Page, score: number, warning = '', suggestions: string[] = []): Promise<void> {
  await answerStrength(page, { score, valid_password: score > 2, feedback: { warning, suggestions } })
  await passwordField(page, 'New password').or(passwordField(page)).first().fill('abcdefgh')
  await page.locator('.latchkey-meter').waitFor()
}

const weak = [
  'Sequences like abc or 6543 are easy to guess',
  ['Add another word or two. Uncommon words are better.', 'Avoid sequences'],
] as const

/** The password screens: the content of each, and the steps to it. */
export const passwordScreens: Record<string, [ShowOptions, (page: Page) => Promise<unknown>]> = {
  'password-create': [passwords, (page) => asked(page, 'new')],
  'password-create-weak': [
    passwords,
    async (page) => {
      await asked(page, 'new')
      await judged(page, 1, weak[0], [...weak[1]])
    },
  ],
  'password-create-good': [
    passwords,
    async (page) => {
      await asked(page, 'new')
      await judged(page, 4)
      await button(page, 'Show password').click()
    },
  ],
  'password-create-dark': [
    dark,
    async (page) => {
      await asked(page, 'new')
      await judged(page, 2, weak[0])
    },
  ],
  'password-create-luds': [
    passwords,
    async (page) => {
      await answerBootstrap(page.context(), { password_config: { luds_complexity: 3, luds_minimum_count: 10 } })
      await page.reload()
      await page.evaluate(() => app.show({ config: { products: ['passwords'] } }))
      await asked(page, 'new')
      const luds_requirements = { missing_characters: 0, missing_complexity: 1 }
      await answerStrength(page, { strength_policy: 'luds', feedback: { luds_requirements } })
      await passwordField(page).fill('abcdefghij')
      await page.locator('.latchkey-rule[data-met=true]').waitFor()
    },
  ],
  'password-create-breached': [
    passwords,
    async (page) => {
      await asked(page, 'new')
      await answerStrength(page, { breached_password: true })
      await passwordField(page).fill('abcdefgh')
      await page.getByText(/^This password may have been used/).waitFor()
    },
  ],
  'password-create-unchecked': [
    passwords,
    async (page) => {
      await asked(page, 'new')
      await page.route('**/passwords/strength_check', (route) => route.abort())
      await passwordField(page).fill('abcdefgh')
      await page.getByText(/^No answer/).waitFor()
    },
  ],
  'password-login': [
    passwords,
    (page) => asked(page, 'password', `a-very-long-address-of-a-user-who-has-much-to-say@example.com`),
  ],
  'password-login-wrong': [
    passwords,
    async (page) => {
      await asked(page, 'password')
      await refuse(page, '/passwords/authenticate', 401, { error_type: 'unauthorized_credentials' })
      await passwordField(page).fill('abcdefgh')
      await button(page).click()
      await page.getByText('Unauthorized credentials.').waitFor()
    },
  ],
  'password-login-busy': [
    passwords,
    async (page) => {
      await asked(page, 'password')
      const held = await hold(page, '/passwords/authenticate')
      await passwordField(page).fill('abcdefgh')
      await button(page).click()
      await held.arrived
    },
  ],
  'password-forgot': [
    passwords,
    async (page) => {
      await asked(page, 'password')
      await button(page, 'Forgot Password?').click()
      await screen(page, 'password_forgot')
      await button(page, 'Resend email').click()
      await page.getByText('Email resent').waitFor()
    },
  ],
  'password-breached': [
    passwords,
    async (page) => {
      await asked(page, 'password')
      await refuse(page, '/passwords/authenticate', 400, { error_type: 'breached_password' })
      await passwordField(page).fill('abcdefgh')
      await button(page).click()
      await screen(page, 'password_breached')
    },
  ],
  'password-dedupe': [
    dark,
    async (page) => {
      await asked(page, 'password')
      await refuse(page, '/passwords/authenticate', 400, { error_type: 'reset_password' })
      await passwordField(page).fill('abcdefgh')
      await button(page).click()
      await screen(page, 'password_dedupe')
    },
  ],
  'password-set-new': [
    passwords,
    async (page) => {
      await asked(page, 'passwordless')
      await screen(page, 'password_set_new')
    },
  ],
  'reset-form': [reset, (page) => screen(page, 'password_reset_form')],
  'reset-form-other-device': [
    reset,
    async (page) => {
      await screen(page, 'password_reset_form')
      await judged(page, 4)
      await refuse(page, '/passwords/email/reset', 400, { error_type: 'pkce_mismatch' })
      await button(page).click()
      await button(page, 'Get a new link').waitFor()
    },
  ],
  'reset-no-token': [{ widget: 'reset-password' }, (page) => screen(page, 'error')],
  'reset-email': [
    { widget: 'reset-password' },
    async (page) => {
      await screen(page, 'error')
      await button(page, 'Get a new link').click()
      await screen(page, 'password_email')
    },
  ],
}
