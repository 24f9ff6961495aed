import type { Product } from '@latchkey/contract'
import type { ButtonProduct } from '../config/login.config.ts'
import { isPhoneTab } from '../flow/phone-tab.ts'
import type { ButtonEntry, LoadMethod } from '../login/login-method.ts'
import { cryptoEntry } from './crypto/crypto.entry.ts'
import { oneTapOf } from './one-tap/one-tap-of.ts'
import { passkeysEntry } from './passkeys/passkeys.entry.ts'
import { loadPhone } from './phone/country-select.tsx'

/*
 * The methods of the login widget. To add one:
 * 1. Write `methods/<name>/`: `<name>.flow.ts`, `<name>.effects.ts`, views, strings, `<name>.states.ts` for the gallery,
 *    and `<name>.method.ts`, which is loaded if the method is configured.
 * 2. Name it in the lists of this folder: here, in `method-types.ts`, in `headless-methods.ts` (for flows without screens)
 *    and in `method-states.ts` (for the gallery).
 * 3. Add its screens to `flow/screens.ts`, its public events to `flow/widget-events.ts` and its texts to `strings.ts`.
 *
 * All of this file is in the first load, so that an entry contains only what Main needs before the method is loaded.
 * Passcodes, magic links and OAuth are part of `login-runtime.ts`.
 */

/** The methods with buttons on Main. */
export const buttonMethods: Readonly<Record<ButtonProduct, ButtonEntry> & Partial<Record<Product, ButtonEntry>>> = {
  oauth: {
    load: (plan) => (oneTapOf(plan) ? import('./one-tap/one-tap.method.ts') : undefined),
    count: ({ oauth }) => oauth.providers.length,
  },
  crypto: cryptoEntry,
  passkeys: passkeysEntry,
}

/** The methods with a form on Main. */
export const formMethods: readonly LoadMethod[] = [
  ({ tabs }) => (tabs.includes('email_password') ? import('./passwords/passwords.method.ts') : undefined),
  ({ tabs }) => (tabs.some(isPhoneTab) ? loadPhone() : undefined),
]
