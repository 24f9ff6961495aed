import { expect, test } from '@playwright/test'
import { signedIn } from './addresses.ts'
import { newAddress, newestMessage } from './inbox.ts'

test('signs in once for all tests that need a user', async ({ page, request }) => {
  const email = newAddress()
  await page.goto('/custom')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const { codes } = await newestMessage(request, email)
  await page.getByLabel('Passcode').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await page.context().storageState({ path: signedIn })
})
