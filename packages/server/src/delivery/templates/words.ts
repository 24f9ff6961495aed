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
  notYou: string
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
