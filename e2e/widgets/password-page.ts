import { debounceMs } from '@latchkey/contract'
import type { Locator, Page } from 'playwright-core'
import { publicToken } from '../hosts/host-site.ts'
import { button, emailField, screen, toPath } from './widget-page.ts'
import { codeFor, type WidgetSetup } from './widget-setup.ts'

export const secret = 'mossy lantern tide 42 correct'

export function passwordField(page: Page, name = 'Password'): Locator {
  return page.getByRole('textbox', { name, exact: true }).or(page.locator('input[type=password]'))
}

/** Continues with an address, to the screen that asks for its password. */
export async function continueWith(page: Page, email: string): Promise<void> {
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'password_create_or_login')
}

/** Lets the widget request the strength of a password at once: a test of the debounce has a clock of its own. */
export function skipDebounce(page: Page): Promise<void> {
  return page.evaluate((debounce) => {
    const later = globalThis.setTimeout
    const sooner = (run: () => void, ms?: number): unknown => later(run, ms === debounce ? 0 : ms)
    Object.assign(globalThis, { setTimeout: sooner })
  }, debounceMs)
}

/** Whether the button is enabled. */
export async function isDisabled(page: Page, name = 'Continue'): Promise<boolean> {
  return (await button(page, name).getAttribute('aria-disabled')) === 'true'
}

/** Calls the provider like a page of the host application. */
async function ask(setup: WidgetSetup, path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${setup.provider.url}/sdk/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  return ((await response.json()) as { data: Record<string, string> }).data
}

/** A user with a password, created in another browser. */
export async function havePassword(setup: WidgetSetup, email: string): Promise<void> {
  await ask(setup, '/passwords', { email, password: secret, session_duration_minutes: 5 })
}

/** A user without a password, or whose password is void because the address was verified later. */
export async function proveAddress(setup: WidgetSetup, email: string): Promise<void> {
  const { method_id } = await ask(setup, '/otps/email/login_or_create', { email })
  const token = await codeFor(setup, email)
  await ask(setup, '/otps/authenticate', { token, method_id, session_duration_minutes: 5 })
}

const luds_requirements = {
  has_digit: false,
  has_lower_case: true,
  has_symbol: false,
  has_upper_case: false,
  missing_characters: 0,
  missing_complexity: 0,
}

/** Fulfills all password checks like the provider, or as the test specifies. */
export async function answerStrength(
  page: Page,
  change: Record<string, unknown> | ((password: string) => Record<string, unknown>),
): Promise<void> {
  await page.unroute(toPath('/passwords/strength_check'))
  await page.route(toPath('/passwords/strength_check'), (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue()
    const { password } = route.request().postDataJSON() as { password: string }
    const { feedback, ...rest } = typeof change === 'function' ? change(password) : change
    return route.fulfill({
      headers: {
        'access-control-allow-origin': new URL(page.url()).origin,
        'access-control-allow-credentials': 'true',
      },
      json: {
        data: {
          ...{ request_id: 'request-id-test-1', status_code: 200, valid_password: false, score: 0 },
          ...{ breached_password: false, breach_detection_on_create: true, strength_policy: 'zxcvbn' },
          ...rest,
          feedback: { warning: '', suggestions: [], luds_requirements, ...(feedback as object) },
        },
      },
    })
  })
}

/** The number of filled segments of the meter, and their color. */
export function meter(page: Page): Promise<{ all: number; filled: number; colors: string[] }> {
  return page.locator('.latchkey-meter').evaluate((element) => {
    const segments = [...element.children] as HTMLElement[]
    const filled = segments.filter(({ dataset }) => dataset.filled === 'true')
    return {
      all: segments.length,
      filled: filled.length,
      colors: [...new Set(filled.map((segment) => getComputedStyle(segment).backgroundColor))],
    }
  })
}
