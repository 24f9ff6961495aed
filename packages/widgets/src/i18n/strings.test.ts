import { errorTable } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { b2bLoginStrings } from '../b2b-login/text/b2b-login.strings.ts'
import { identityProviderStrings } from '../identity-provider/text/identity-provider.strings.ts'
import { loggedInStrings } from '../login/logged-in.strings.ts'
import { loginStrings } from '../login/main/login.strings.ts'
import { cryptoStrings } from '../methods/crypto/crypto.strings.ts'
import { magicLinksStrings } from '../methods/magic-links/magic-links.strings.ts'
import { oauthStrings } from '../methods/oauth/oauth.strings.ts'
import { oneTapStrings } from '../methods/one-tap/one-tap.strings.ts'
import { otpsStrings } from '../methods/otps/otps.strings.ts'
import { passkeyConfirmationStrings } from '../methods/passkeys/passkey-confirmation.strings.ts'
import { passkeysStrings } from '../methods/passkeys/passkeys.strings.ts'
import { feedbackStrings } from '../methods/passwords/feedback.strings.ts'
import { passwordsStrings } from '../methods/passwords/passwords.strings.ts'
import { strengthStrings } from '../methods/passwords/strength.strings.ts'
import { phoneStrings } from '../methods/phone/phone.strings.ts'
import {
  membersStrings,
  organizationStrings,
  settingsStrings,
  ssoStrings,
  switcherStrings,
} from '../organization/text/organization.strings.ts'
import { passkeyRegistrationStrings } from '../passkey-registration/passkey-registration.strings.ts'
import { resetPasswordStrings } from '../reset-password/reset-password.strings.ts'
import { passwordFieldStrings } from '../ui/controls/password-field.strings.ts'
import { errorScreenStrings } from '../ui/error-screen.strings.ts'
import { toastStrings } from '../ui/toast/toast.strings.ts'
import { uiStrings } from '../ui/ui.strings.ts'
import { errorStrings } from './error.strings.ts'
import { failureStrings } from './failure.strings.ts'
import { rareErrorStrings } from './rare-error.strings.ts'

const tables = [
  ...[errorScreenStrings, errorStrings, rareErrorStrings, failureStrings, toastStrings, uiStrings],
  ...[
    loggedInStrings,
    loginStrings,
    phoneStrings,
    magicLinksStrings,
    oauthStrings,
    oneTapStrings,
    otpsStrings,
    cryptoStrings,
  ],
  ...[passwordFieldStrings, passwordsStrings, strengthStrings, feedbackStrings, resetPasswordStrings],
  ...[
    b2bLoginStrings,
    passkeyConfirmationStrings,
    passkeysStrings,
    passkeyRegistrationStrings,
    identityProviderStrings,
  ],
  ...[organizationStrings, switcherStrings, membersStrings, settingsStrings, ssoStrings],
]

describe('the English texts', () => {
  it('have unique keys', () => {
    const keys = tables.flatMap((table) => Object.keys(table))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('have the same error texts as the contract', () => {
    const ours = Object.entries({
      ...errorStrings,
      ...rareErrorStrings,
      ...failureStrings,
      ...identityProviderStrings,
    }).map(([key, text]) => [key.replace('error.', ''), text])
    const known = ours.filter(([type]) => Object.hasOwn(errorTable, String(type)) && type !== 'unknown_error')
    expect(known.length).toBeGreaterThan(25)
    expect(known).toEqual(known.map(([type]) => [type, errorTable[type as keyof typeof errorTable].message]))
  })
})
