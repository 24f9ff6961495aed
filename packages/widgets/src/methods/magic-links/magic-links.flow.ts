import type { Failure } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import type { Emit, Log } from '../../flow/widget-events.ts'
import { emit, log } from '../../flow/widget-events.ts'

/** The link was sent to `email`. */
export interface EmailConfirmation {
  readonly screen: 'email_confirmation'
  readonly email: string
  readonly calls: number
}

export interface SendMagicLink {
  readonly type: 'send_magic_link'
  readonly call: number
  readonly email: string
}

export type MagicLinkOutcome =
  | { readonly type: 'magic_link_sent'; readonly call: number; readonly email: string }
  | { readonly type: 'magic_link_refused'; readonly call: number; readonly failure: Failure }

export type MagicLinkEvent = MagicLinkOutcome | { readonly type: 'try_again_clicked' }

export type MagicLinkEffect = SendMagicLink | Emit | Log

export function magicLinkSent(email: string, calls: number): Step<EmailConfirmation, MagicLinkEffect> {
  return {
    state: { screen: 'email_confirmation', email, calls },
    effects: [
      log('email_sent', { email, type: 'magic_link' }),
      emit({ type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email } }),
    ],
  }
}

/** The user wants another address, or another email. */
export function emailForgotten(email: string): Log {
  return log('email_try_again_clicked', { email, type: 'magic_link' })
}

/** The sender domain for a search of the inbox; undefined if it is ambiguous. */
export function inboxHint(emailDomains: readonly string[], domainHint?: string): string | undefined {
  return domainHint ?? (emailDomains.length === 1 ? emailDomains[0] : undefined)
}
