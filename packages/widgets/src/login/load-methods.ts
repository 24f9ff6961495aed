import { oneTapOf } from '../methods/one-tap/one-tap-of.ts'
import type { LoginPlan } from './login.config.ts'
import type { LoginMethod } from './login-method.ts'

const numbers = async (): Promise<LoginMethod> => (await import('../methods/phone/phone.method.ts')).phoneMethod
const passwords = async (): Promise<LoginMethod> =>
  (await import('../methods/passwords/passwords.method.ts')).passwordMethod
const choices = async (): Promise<LoginMethod> => (await import('./main-choices.tsx')).choicesMethod
const wallets = async (): Promise<LoginMethod> => (await import('../methods/crypto/crypto.method.ts')).cryptoMethod
const passkeys = async (): Promise<LoginMethod> =>
  (await import('../methods/passkeys/passkeys.method.ts')).passkeyMethod
const oneTap = async (): Promise<LoginMethod> => (await import('../methods/one-tap/one-tap.method.ts')).oneTapMethod

/**
 * What is configured beyond the methods that `login-rest.ts` has: all that its screens lead to is there when the first
 * one shows.
 */
export function loadMethods({ tabs, buttons, oauth }: LoginPlan): Promise<LoginMethod[]> {
  const loads = [
    tabs.includes('email_password') && passwords,
    (tabs.includes('sms') || tabs.includes('whatsapp')) && numbers,
    buttons.length > 0 && choices,
    buttons.includes('crypto') && wallets,
    buttons.includes('passkeys') && passkeys,
    oneTapOf({ buttons, oauth }) && oneTap,
  ]
  return Promise.all(loads.flatMap((load) => (load ? load() : [])))
}
