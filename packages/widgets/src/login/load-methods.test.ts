import { beforeEach, expect, it, vi } from 'vitest'
import type { LoginConfig } from '../config/login.config.ts'
import { planLogin } from './config/plan-login.ts'
import { loadMethods } from './load-methods.ts'

/** Blocks files by name, as a content blocker does. */
const blocked = new Set<string>()
const named = (name: string): object => {
  if (blocked.has(name)) throw new Error(`${name} is blocked`)
  return { method: { views: {}, runners: {}, slots: { [name]: true } } }
}
vi.mock('../methods/passwords/passwords.method.ts', () => ({ method: { views: {}, runners: {} } }))

beforeEach(() => {
  blocked.clear()
  vi.resetModules()
  vi.doMock('../methods/crypto/crypto.method.ts', () => named('crypto'))
  vi.doMock('../methods/passkeys/passkeys.method.ts', () => named('passkey'))
  vi.doMock('../methods/phone/phone.method.ts', () => named('phone'))
  vi.doMock('./main/main-choices.tsx', () => named('choices'))
})

async function load(config: LoginConfig) {
  const plan = planLogin(config)
  if (!plan) throw new Error('There is no plan.')
  const missed: Error[] = []
  const methods = await loadMethods(plan, (error) => missed.push(error))
  return { missed: missed.length, slots: methods.flatMap(({ slots }) => Object.keys(slots ?? {})) }
}

it('loads the configured methods', async () => {
  expect(await load({ products: ['passwords', 'crypto', 'passkeys'] })).toEqual({
    missed: 0,
    slots: ['choices', 'crypto', 'passkey'],
  })
})

it.each(['crypto', 'passkey', 'choices'])('loads forms and all other buttons if one is blocked: %s', async (name) => {
  blocked.add(name)
  expect(await load({ products: ['passwords', 'crypto', 'passkeys'] })).toEqual({
    missed: 1,
    slots: ['choices', 'crypto', 'passkey'].filter((one) => one !== name),
  })
})

it('loads a button if another one is blocked', async () => {
  blocked.add('crypto')
  expect(await load({ products: ['crypto', 'passkeys'] })).toEqual({ missed: 1, slots: ['choices', 'passkey'] })
})

it('rejects if the only method or a configured form is blocked', async () => {
  blocked.add('crypto').add('phone')
  await expect(load({ products: ['crypto'] })).rejects.toThrow()
  await expect(load({ products: ['otp', 'crypto'], otpOptions: { methods: ['sms'] } })).rejects.toThrow()
})
