import { expect, it } from 'vitest'
import { planLogin } from '../config/plan-login.ts'
import type { MainSlots } from '../login-method.ts'
import { main } from '../login-states.suite.ts'
import { visibleButtons } from './visible-buttons.ts'

const plan = planLogin({
  products: ['oauth', 'crypto', 'passkeys', 'otp'],
  oauthOptions: { providers: [{ type: 'google' }] },
  otpOptions: { methods: ['sms'] },
})
if (!plan) throw new Error('There is no plan.')

const shown = (slots?: MainSlots) => visibleButtons({ state: main(), plan, slots })
const View = () => ({}) as never

it('reserves buttons for every product until the runtime is loaded, and then only for those that were loaded', () => {
  const all: MainSlots = { choices: View, oauth: View, crypto: View, passkeys: View }
  const { crypto: _wallets, ...blocked } = all
  const { choices: _choices, ...bare } = all
  expect([shown(), shown(all), shown(blocked), shown(bare)]).toEqual([
    ['oauth', 'crypto', 'passkeys'],
    ['oauth', 'crypto', 'passkeys'],
    ['oauth', 'passkeys'],
    [],
  ])
})
