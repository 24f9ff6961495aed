import { expect, it } from 'vitest'
import { button, codeField, emailField, newPerson, screen } from './widget-page.ts'
import { codeFor, prepareWorld } from './world.ts'

const world = prepareWorld()

it('moves from screen to screen without a route of its own [C-CFG-05]', async () => {
  const { page } = await world.show({ config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  const place = () => page.evaluate(() => [location.href, history.length, history.state])
  const before = await place()
  const email = newPerson()
  await emailField(page).fill(email)
  await button(page).click()
  await screen(page, 'otp_authenticate')
  expect(await place()).toEqual(before)
  await codeField(page).fill(await codeFor(world, email))
  await screen(page, 'otp_confirmation')
  expect(await place()).toEqual(before)
})
