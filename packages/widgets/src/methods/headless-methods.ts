import type { MethodFlow } from '../login/login.flow.ts'
import type { LoginRunners } from '../login/login-method.ts'
import { cryptoRunners } from './crypto/crypto.effects.ts'
import { cryptoLoginFlow } from './crypto/crypto-login.flow.ts'
import { magicLinkRunners } from './magic-links/magic-links.effects.ts'
import { oauthRunners } from './oauth/oauth.effects.ts'
import { oneTapRunners } from './one-tap/one-tap.effects.ts'
import { oneTapLoginFlow } from './one-tap/one-tap-login.flow.ts'
import { otpRunners } from './otps/otps.effects.ts'
import { passkeyRunners } from './passkeys/passkeys.effects.ts'
import { passkeysLoginFlow } from './passkeys/passkeys-login.flow.ts'
import { passwordRunners } from './passwords/passwords.effects.ts'
import { phoneRunners } from './phone/phone.effects.ts'

/** The runners of all methods, for flows without the widget's screens. */
export const methodRunners: LoginRunners = {
  ...cryptoRunners,
  ...magicLinkRunners,
  ...oauthRunners,
  ...oneTapRunners,
  ...otpRunners,
  ...passkeyRunners,
  ...passwordRunners,
  ...phoneRunners,
}

/** The login flows of all methods that are loaded if they are configured. */
export const methodFlows: readonly MethodFlow[] = [cryptoLoginFlow, passkeysLoginFlow, oneTapLoginFlow]
