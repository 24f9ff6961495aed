export type MessageKind = 'login' | 'signup' | 'secondary'

/** Every sentence of a message, in one language. Plain text: escaping is the layout's work. */
export interface MessageWords {
  language: string
  direction: 'ltr' | 'rtl'
  duration(minutes: number): string
  magicLink: Record<MessageKind, (values: { project: string }) => MagicLinkWords>
  linkExpires(values: { duration: string }): string
  linkHost(values: { host: string }): string
  linkInstead: string
  passcode: Record<MessageKind, (values: { project: string; code: string }) => PasscodeWords>
  codeExpires(values: { duration: string }): string
  codeIsSecret(values: { project: string }): string
  codeInText(values: { project: string; code: string; duration: string }): string
  /** For somebody with an account, and for an address that has none yet. */
  passwordReset: Record<'login' | 'signup', (values: { project: string }) => PasswordResetWords>
  /** How a sentence names what lets somebody in. */
  factor: Record<FactorName, string>
  notice: Record<NoticeKind, (values: { project: string; factor: string }) => NoticeWords>
  notYou: string
}

/** What somebody should hear of although they may not have done it. */
export type NoticeKind = 'password_changed' | 'password_disabled' | 'factor_added' | 'factor_removed'

/** What lets somebody in. */
export type FactorName =
  | 'email'
  | 'phone_number'
  | 'oauth'
  | 'password'
  | 'totp'
  | 'crypto_wallet'
  | 'webauthn'
  | 'biometric'

export interface NoticeWords {
  subject: string
  heading: string
  body: string
  /** What to do if it was somebody else. */
  advice: string
}

export interface PasswordResetWords extends MagicLinkWords {
  /** The other way in, for whoever does not care about the password. */
  instead: string
  insteadLink: string
}

export interface MagicLinkWords {
  subject: string
  heading: string
  body: string
  button: string
}

export interface PasscodeWords {
  subject: string
  heading: string
  body: string
}
