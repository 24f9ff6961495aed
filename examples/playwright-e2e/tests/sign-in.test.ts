import { expect, test } from '@playwright/test'
import { newAddress, newestMessage } from './inbox.ts'

test('a user signs in with a link', async ({ page, request }) => {
  const email = newAddress()
  await page.goto('/')
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const { links } = await newestMessage(request, email)
  await page.goto(links[0] ?? '')
  await expect(page.getByText(email)).toBeVisible()
})

test('a user signs in with Google', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  // A fake of the development provider.
  await page.getByRole('button', { name: /Ada/ }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
})

test('a wrong passcode is rejected', async ({ page, request }) => {
  const email = newAddress()
  await page.goto('/custom')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const { codes } = await newestMessage(request, email)
  await page.getByLabel('Passcode').fill(codes[0] === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('This passcode is wrong or has expired.')
})
