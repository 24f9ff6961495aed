import type { CryptoEffect, CryptoEvent, CryptoMainForm, CryptoState } from './crypto/crypto.flow.ts'
import type { EmailConfirmation, MagicLinkEffect, MagicLinkEvent } from './magic-links/magic-links.flow.ts'
import type { OneTapEffect, OneTapEvent, OneTapMainForm } from './one-tap/one-tap.flow.ts'
import type { OtpEffect, OtpEvent, OtpState } from './otps/otps.flow.ts'
import type { PasskeyConfirmation, PasskeyEffect, PasskeyEvent, PasskeysMainForm } from './passkeys/passkeys.flow.ts'
import type { PasswordEffect, PasswordEvent, PasswordState } from './passwords/passwords.flow.ts'

/** The states of all methods' screens. */
export type MethodState = EmailConfirmation | OtpState | PasswordState | CryptoState | PasskeyConfirmation

/** The events of all methods. */
export type MethodEvent = MagicLinkEvent | OtpEvent | PasswordEvent | CryptoEvent | OneTapEvent | PasskeyEvent

/** The effects of all methods. */
export type MethodEffect = MagicLinkEffect | OtpEffect | PasswordEffect | CryptoEffect | OneTapEffect | PasskeyEffect

/** The parts of Main's form that methods own. They are kept behind all other screens. */
export interface MethodMainForms extends CryptoMainForm, OneTapMainForm, PasskeysMainForm {}
