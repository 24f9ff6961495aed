import type { LoginConfig } from '@latchkey/widgets'
import { ar } from '@latchkey/widgets/locales/ar'
import { de } from '@latchkey/widgets/locales/de'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { itInFullRun } from '../matrix.ts'
import { axeViolations, button, newEmail, root, screen } from '../widget-page.ts'
import { prepareWidgets, signIn } from '../widget-setup.ts'

const setup = prepareWidgets()

const config: LoginConfig = {
  products: ['otp', 'oauth'],
  otpOptions: { methods: ['email'] },
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
}
const withTabs: LoginConfig = { ...config, otpOptions: { methods: ['sms', 'email'] } }

/** The element with the hint: its role, its name without the hint, and its description. */
async function hinted(page: Page): Promise<{ role: unknown; name: unknown; description: unknown }[]> {
  const debug = await page.context().newCDPSession(page)
  const { nodes } = await debug.send('Accessibility.getFullAXTree')
  await debug.detach()
  return nodes
    .filter((node) => node.description?.value)
    .map(({ role, name, description }) => ({ role: role?.value, name: name?.value, description: description?.value }))
}

/** Everything that the browser stores for the project, except the session and the state of the client. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.entries(localStorage).flatMap(([key, value]) => (/last_used$/.test(key) ? [value] : [])))

const badge = (page: Page) => page.locator('.latchkey-last-used')

it('is shown next to the last used method of this browser, and announced to screen readers', async () => {
  const context = await setup.newContext({ viewport: { width: 320, height: 900 } })
  const { page } = await setup.show({ config }, context)
  await button(page, 'Continue with GitHub').waitFor()
  expect([await kept(page), await badge(page).count()]).toEqual([[], 0])
  const email = await signIn(setup, page)
  expect(await kept(page)).toEqual(['email_otp'])
  expect(JSON.stringify(await page.evaluate(() => Object.values(localStorage)))).not.toContain(`last_used":"${email}`)

  /** Another visit, which must have no layout shift. */
  async function comeBack(wanted: LoginConfig, strings = {}): Promise<void> {
    await page.evaluate(() => app.client.session.revoke().catch(() => undefined))
    await page.reload()
    await page.evaluate(
      (options) => {
        const shifts: number[] = []
        Object.assign(globalThis, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
        app.show(options)
      },
      { config: wanted, strings },
    )
    await root(page).waitFor()
  }
  const shifted = () => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)

  await comeBack(config)
  await badge(page).waitFor()
  expect(await hinted(page)).toEqual([{ role: 'button', name: 'Continue', description: 'Last used' }])
  // The hint does not change the height of Main and is inside it.
  const { inside, height } = await badge(page).evaluate((one) => {
    const box = one.getBoundingClientRect()
    const around = one.closest('.latchkey-container')?.getBoundingClientRect() ?? new DOMRect()
    return { inside: box.left >= around.left && box.right <= around.right, height: around.height }
  })
  expect([inside, await shifted(), await axeViolations(page)]).toEqual([true, [], []])

  await comeBack(withTabs)
  await badge(page).waitFor()
  expect(await hinted(page)).toEqual([{ role: 'tab', name: 'Email', description: 'Last used' }])
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Text')

  // Going to an identity provider and back changes nothing; a sign-in there does.
  await button(page, 'Continue with GitHub').click()
  await page.waitForURL(/identity-providers/)
  await page.goBack()
  await comeBack(config)
  await badge(page).waitFor()
  expect(await kept(page)).toEqual(['email_otp'])
  const landing = setup.site.page({ leavesToken: true })
  const oauthOptions = {
    providers: [{ type: 'github' }],
    loginRedirectURL: landing,
    signupRedirectURL: landing,
  } as const
  await comeBack({ ...config, oauthOptions })
  await button(page, 'Continue with GitHub').click()
  await page.getByRole('button', { name: 'ada@example.com' }).click()
  await page.waitForURL((url) => url.origin === setup.site.url)
  await page.evaluate((options) => app.show(options), { config })
  await screen(page, 'logged_in')
  expect(await kept(page)).toEqual(['github'])
  await comeBack(config, ar)
  await badge(page).waitFor()
  expect((await hinted(page)).map(({ description }) => description)).toEqual([ar['main.last_used']])
  expect([await shifted(), await axeViolations(page)]).toEqual([[], []])

  // Disabled: nothing is shown, and nothing is stored.
  await comeBack({ ...config, showLastUsed: false })
  await button(page, 'Continue with GitHub').waitFor()
  await expect.poll(() => kept(page)).toEqual([])
  expect(await badge(page).count()).toBe(0)
  expect(await page.locator('.latchkey-container').evaluate((one) => one.getBoundingClientRect().height)).toBe(height)
  await page.getByRole('textbox').fill(newEmail())
  await button(page).click()
  await screen(page, 'otp_authenticate')
  expect(await kept(page)).toEqual([])
})

itInFullRun.each([false, true])('stays inside the button it belongs to, shadow root: %s', async (enableShadowDOM) => {
  const { page } = await setup.open()
  await page.evaluate((options) => app.show(options), { config: { ...config, enableShadowDOM } })
  await signIn(setup, page)
  await page.evaluate(() => app.client.session.revoke())
  await page.reload()
  await page.evaluate((options) => app.show(options), { config: { ...config, enableShadowDOM } })
  await badge(page).waitFor()
  expect(await badge(page).evaluate((one) => (one as HTMLElement).offsetParent?.className)).toBe('latchkey-button')
})

itInFullRun('is not cut on a tab that is narrower than its words', async () => {
  const context = await setup.newContext({ viewport: { width: 320, height: 900 } })
  const { page } = await setup.show({ config }, context)
  await signIn(setup, page)
  await page.evaluate(() => app.client.session.revoke())
  await page.reload()
  await page.evaluate((options) => app.show(options), { config: withTabs, strings: de })
  await badge(page).waitFor()
  const sizes = await badge(page).evaluate((one) => [one.scrollWidth <= one.clientWidth, one.textContent])
  expect(sizes).toEqual([true, de['main.last_used']])
})
