import { expect, it } from 'vitest'
import { button, codeField, emailField, newEmail, screen } from '../widget-page.ts'
import { codeFor, prepareWidgets } from '../widget-setup.ts'

const setup = prepareWidgets()

it('changes screens without changing the route [C-CFG-05]', async () => {
  const { page } = await setup.show({ config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  const place = () => page.evaluate(() => [location.href, history.length, history.state])
  const before = await place()
  const email = newEmail()
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'otp_authenticate')
  expect(await place()).toEqual(before)
  await codeField(page).fill(await codeFor(setup, email))
  await screen(page, 'otp_confirmation')
  expect(await place()).toEqual(before)
})
