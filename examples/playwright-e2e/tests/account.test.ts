import { expect, test } from '@playwright/test'

test('the session survives a reload', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
})

test('the session survives a provider that does not respond', async ({ page, context }) => {
  await context.route('**/sdk/v1/**', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
})
