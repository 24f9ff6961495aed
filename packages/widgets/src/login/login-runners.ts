import { cryptoRunners } from '../methods/crypto/crypto.effects.ts'
import { magicLinkRunners } from '../methods/magic-links/magic-links.effects.ts'
import { oauthRunners } from '../methods/oauth/oauth.effects.ts'
import { oneTapRunners } from '../methods/one-tap/one-tap.effects.ts'
import { otpRunners } from '../methods/otps/otps.effects.ts'
import { passkeyRunners } from '../methods/passkeys/passkeys.effects.ts'
import { passwordRunners } from '../methods/passwords/passwords.effects.ts'
import { phoneRunners } from '../methods/phone/phone.effects.ts'
import type { LoginRunners } from './login-method.ts'

/** The runners of all methods, for flows without the widget's screens. */
export const loginRunners: LoginRunners = {
  ...cryptoRunners,
  ...magicLinkRunners,
  ...oauthRunners,
  ...oneTapRunners,
  ...otpRunners,
  ...passkeyRunners,
  ...passwordRunners,
  ...phoneRunners,
}
