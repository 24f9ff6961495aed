import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newestMessage } from '../provider.ts'

const widget = (page: Page): Locator => page.locator('.latchkey')

/** Signs in with the widget and a passcode from the inbox of a development provider. */
export async function signInByPasscode(page: Page, provider: string, email: string): Promise<void> {
  await askForEmail(page, email)
  const { codes } = await newestMessage(provider, email)
  await widget(page)
    .locator('input[autocomplete="one-time-code"]')
    .fill(codes[0] ?? '')
}

/** Enters the address in the widget, which has tabs if text messages are offered too. */
export async function askForEmail(page: Page, email: string): Promise<void> {
  await widget(page).getByRole('textbox').first().waitFor()
  const tab = widget(page).getByRole('tab', { name: 'Email' })
  if ((await tab.count()) > 0) await tab.click()
  await widget(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await widget(page).getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Reloads the page until a text is shown. */
export async function untilShown(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('main').innerText()
    })
    .toContain(text)
}
