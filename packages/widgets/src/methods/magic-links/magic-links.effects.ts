import type { Client } from '@latchkey/client'
import { magicLinkLoginExpirationMinutes, magicLinkSignupExpirationMinutes } from '@latchkey/contract'
import { failureOf } from '../../flow/failure.ts'
import type { LoginPlan } from '../../login/login.config.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import type { MagicLinkOutcome, SendMagicLink } from './magic-links.flow.ts'

export interface MagicLinkDeps {
  readonly client: Pick<Client, 'magicLinks'>
  readonly plan: Pick<LoginPlan, 'emailMagicLinks'>
  /** Tells the host page of a call that did not work. */
  readonly report: (error: unknown) => void
}

/** Answers with one event, and never rejects. */
export async function runMagicLinkEffect(
  { call, email }: SendMagicLink,
  { client, plan: { emailMagicLinks: options }, report }: MagicLinkDeps,
  send: (outcome: MagicLinkOutcome) => void,
): Promise<void> {
  let outcome: MagicLinkOutcome = { type: 'magic_link_sent', call, email }
  try {
    await client.magicLinks.email.loginOrCreate(email, {
      login_magic_link_url: options.loginRedirectURL,
      signup_magic_link_url: options.signupRedirectURL,
      login_expiration_minutes: options.loginExpirationMinutes ?? magicLinkLoginExpirationMinutes,
      signup_expiration_minutes: options.signupExpirationMinutes ?? magicLinkSignupExpirationMinutes,
      create_user_as_pending: options.createUserAsPending,
    })
  } catch (error) {
    report(error)
    outcome = { type: 'magic_link_refused', call, failure: failureOf(error) }
  }
  send(outcome)
}

export const magicLinkRunners: LoginRunners = { send_magic_link: runMagicLinkEffect }
