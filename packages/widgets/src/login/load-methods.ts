import { oneTapOf } from '../methods/one-tap/one-tap-of.ts'
import type { LoginPlan, Tab } from './login.config.ts'
import type { LoginMethod } from './login-method.ts'

const passcodes = async (): Promise<LoginMethod> => (await import('../methods/otps/otps.method.ts')).otpMethod
const magicLinks = async (): Promise<LoginMethod> =>
  (await import('../methods/magic-links/magic-links.method.ts')).magicLinkMethod
const numbers = async (): Promise<LoginMethod> => (await import('../methods/phone/phone.method.ts')).phoneMethod
const oauth = async (): Promise<LoginMethod> => (await import('../methods/oauth/oauth.method.ts')).oauthMethod
const passwords = async (): Promise<LoginMethod> =>
  (await import('../methods/passwords/passwords.method.ts')).passwordMethod

const choices = async (): Promise<LoginMethod> => (await import('./main-choices.tsx')).choicesMethod
const wallets = async (): Promise<LoginMethod> => (await import('../methods/crypto/crypto.method.ts')).cryptoMethod
const passkeys = async (): Promise<LoginMethod> =>
  (await import('../methods/passkeys/passkeys.method.ts')).passkeyMethod
const oneTap = async (): Promise<LoginMethod> => (await import('../methods/one-tap/one-tap.method.ts')).oneTapMethod

/** Every method that is configured, and no other: all that its screens lead to is there when the first one shows. */
export function loadMethods(plan: LoginPlan): Promise<LoginMethod[]> {
  const loads = new Set(plan.tabs.flatMap((tab) => methodsOf(tab, plan)))
  if (plan.buttons.length > 0) loads.add(choices)
  if (plan.buttons.includes('oauth')) loads.add(oauth)
  if (plan.buttons.includes('crypto')) loads.add(wallets)
  if (plan.buttons.includes('passkeys')) loads.add(passkeys)
  if (oneTapOf(plan)) loads.add(oneTap)
  return Promise.all([...loads].map((load) => load()))
}

function methodsOf(tab: Tab, { passwordless }: LoginPlan): (() => Promise<LoginMethod>)[] {
  if (tab === 'email_magic_link') return [magicLinks]
  if (tab === 'email_otp') return [passcodes]
  if (tab !== 'email_password') return [passcodes, numbers]
  // Whoever has no password takes another way.
  if (passwordless === 'reset_email') return [passwords]
  return [passwords, passwordless === 'passcode' ? passcodes : magicLinks]
}
