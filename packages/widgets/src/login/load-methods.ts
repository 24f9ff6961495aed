import { isPhoneTab } from '../flow/phone-tab.ts'
import { oneTapOf } from '../methods/one-tap/one-tap-of.ts'
import type { LoginPlan } from './config/login.config.ts'
import type { LoginMethod } from './login-method.ts'

const numbers = async (): Promise<LoginMethod> => (await import('../methods/phone/phone.method.ts')).phoneMethod
const passwords = async (): Promise<LoginMethod> =>
  (await import('../methods/passwords/passwords.method.ts')).passwordMethod
const choices = async (): Promise<LoginMethod> => (await import('./main/main-choices.tsx')).choicesMethod
const wallets = async (): Promise<LoginMethod> => (await import('../methods/crypto/crypto.method.ts')).cryptoMethod
const passkeys = async (): Promise<LoginMethod> =>
  (await import('../methods/passkeys/passkeys.method.ts')).passkeyMethod
const oneTap = async (): Promise<LoginMethod> => (await import('../methods/one-tap/one-tap.method.ts')).oneTapMethod

/**
 * Loads the configured methods that `login-runtime.ts` does not contain, with all their screens. A button that cannot be
 * loaded is reported and does not affect the other methods.
 */
export async function loadMethods(
  { tabs, buttons, oauth }: Pick<LoginPlan, 'tabs' | 'buttons' | 'oauth'>,
  note: (error: Error) => void,
): Promise<LoginMethod[]> {
  // The only method must load.
  const spare = tabs.length + buttons.length > 1 ? note : undefined
  const methods = await Promise.all([
    tabs.includes('email_password') && passwords(),
    tabs.some(isPhoneTab) && numbers(),
    buttons.length > 0 && choices().catch(spare),
    buttons.includes('crypto') && wallets().catch(spare),
    buttons.includes('passkeys') && passkeys().catch(spare),
    oneTapOf({ buttons, oauth }) && oneTap().catch(spare),
  ])
  return methods.flatMap((method) => method || [])
}
