import type { LoginGalleryStates, MainGalleryStates } from '../gallery/fixtures/login-gallery-state.ts'
import type { LoginMethod } from '../login/login-method.ts'
import { method as crypto } from './crypto/crypto.method.ts'
import { cryptoMainStates, cryptoStates } from './crypto/crypto.states.ts'
import { method as magicLinks } from './magic-links/magic-links.method.ts'
import { magicLinkMainStates, magicLinkStates } from './magic-links/magic-links.states.ts'
import type { MethodState } from './method-types.ts'
import { oauthMainStates } from './oauth/oauth.states.ts'
import { method as oneTap } from './one-tap/one-tap.method.ts'
import { oneTapMainStates } from './one-tap/one-tap.states.ts'
import { method as otps } from './otps/otps.method.ts'
import { otpStates } from './otps/otps.states.ts'
import { method as passkeys } from './passkeys/passkeys.method.ts'
import { passkeyMainStates, passkeyStates } from './passkeys/passkeys.states.ts'
import { method as passwords } from './passwords/passwords.method.ts'
import { passwordMainStates, passwordStates } from './passwords/passwords.states.ts'
import { phoneMainStates } from './phone/phone.states.ts'

/** The methods that have screens, or views on Main, for the gallery. */
export const galleryMethods: readonly LoginMethod[] = [magicLinks, otps, passwords, passkeys, crypto, oneTap]

/** The screens of all methods in the gallery. A screen without states does not compile. */
export const methodStates: LoginGalleryStates<MethodState['screen']> = {
  ...magicLinkStates,
  ...otpStates,
  ...passwordStates,
  ...passkeyStates,
  ...cryptoStates,
}

/** What the methods add to Main in the gallery. */
export const methodMainStates: MainGalleryStates = {
  ...magicLinkMainStates,
  ...phoneMainStates,
  ...passwordMainStates,
  ...oauthMainStates,
  ...oneTapMainStates,
  ...passkeyMainStates,
  ...cryptoMainStates,
}
