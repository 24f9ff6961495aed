import type { Client } from '@latchkey/client'
import { magicLinkLoginExpirationMinutes, magicLinkSignupExpirationMinutes } from '@latchkey/contract'
import type { LoginPlan } from '../../config/login.config.ts'
import type { LoginRunners, MethodDeps } from '../../login/login-method.ts'
import { runCall } from '../../widget/run-call.ts'
import type { MagicLinkOutcome, SendMagicLink } from './magic-links.flow.ts'

export interface MagicLinkDeps {
  readonly client: Pick<Client, 'magicLinks'>
  readonly plan: Pick<LoginPlan, 'emailMagicLinks'>
  /** Reports a failed call to the host page. */
  readonly reportError: (error: unknown) => void
  readonly locale: MethodDeps['locale']
}

export function runMagicLinkEffect(
  { call, email }: SendMagicLink,
  { client, plan: { emailMagicLinks: options }, reportError, locale }: MagicLinkDeps,
  send: (outcome: MagicLinkOutcome) => void,
): Promise<void> {
  return runCall<MagicLinkOutcome>({ reportError, send, call, refused: 'magic_link_refused' }, async () => {
    await client.magicLinks.email.loginOrCreate(email, {
      login_magic_link_url: options.loginRedirectURL,
      signup_magic_link_url: options.signupRedirectURL,
      login_expiration_minutes: options.loginExpirationMinutes ?? magicLinkLoginExpirationMinutes,
      signup_expiration_minutes: options.signupExpirationMinutes ?? magicLinkSignupExpirationMinutes,
      create_user_as_pending: options.createUserAsPending,
      locale: locale(),
    })
    return { type: 'magic_link_sent', call, email }
  })
}

export const magicLinkRunners: LoginRunners = { send_magic_link: runMagicLinkEffect }
