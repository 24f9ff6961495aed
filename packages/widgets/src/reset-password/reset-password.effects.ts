import type { Client } from '@latchkey/client'
import type { Runner } from '../flow/actor.ts'
import { checkStrength, sendResetEmail } from '../methods/passwords/passwords.effects.ts'
import { recallResetEmail, rememberResetEmail } from '../methods/passwords/reset-email.ts'
import type { CommonEffectDeps } from '../widget/common-effects.ts'
import { createCommonEffects } from '../widget/common-effects.ts'
import { createConfirmation } from '../widget/confirmation.ts'
import { runCall } from '../widget/run-call.ts'
import type { ResetPasswordPlan } from './reset-password.config.ts'
import type {
  ResetByEmail,
  ResetPasswordEffect,
  ResetPasswordEvent,
  ResetPasswordOutcome,
  SpendToken,
} from './reset-password.flow.ts'
import { usedLink } from './reset-password.flow.ts'
import { forgetLanding } from './take-landing.ts'

export interface ResetPasswordDeps extends CommonEffectDeps {
  readonly plan: ResetPasswordPlan
  /** The language of the widget's texts, for messages to the user; undefined if the host page set none. */
  readonly locale: () => string | undefined
}

/** Whether the user is signed in, and this browser does not wait for a link that it sent. */
export function isSignedInAlready(client: Client): boolean {
  return client.session.getSync() !== null && !recallResetEmail(client)
}

/** Runs the effects of the flow. */
export function createResetPasswordRunner(options: ResetPasswordDeps): Runner<ResetPasswordEvent, ResetPasswordEffect> {
  const { client, plan, locale } = options
  const { reportError, runCommonEffect } = createCommonEffects(options)
  const deps = { client, plan, reportError, locale }
  const confirmation = createConfirmation(async (token) => (await client.magicLinks.inspect(token)).email)

  function spend(effect: SpendToken | ResetByEmail, send: (event: ResetPasswordOutcome) => void): void {
    const { call, token } = effect
    const session_duration_minutes = plan.sessionDurationMinutes
    runCall<ResetPasswordOutcome>({ reportError, send, call, refused: 'token_refused' }, async () => {
      try {
        await (effect.type === 'log_in_by_token'
          ? client.magicLinks.authenticate(token, { session_duration_minutes })
          : client.passwords.resetByEmail({ token, password: effect.password, session_duration_minutes }))
      } catch (error) {
        try {
          return { type: 'token_unconfirmed', call, account: await confirmation.ask(error, token) }
        } catch (refusal) {
          // The login link was opened again, and the user is still signed in.
          const isUsedLogin = effect.type === 'log_in_by_token' && Object(refusal).error_type === usedLink
          if (!isUsedLogin || !isSignedInAlready(client)) throw refusal
        }
      }
      forgetLanding(client)
      rememberResetEmail(client, '')
      return { type: 'token_accepted', call }
    })
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'log_in_by_token':
      case 'reset_password':
        spend(effect, send)
        return undefined
      case 'send_reset_email':
        sendResetEmail(effect, deps, (event) => send(event as ResetPasswordEvent))
        return undefined
      case 'check_strength':
        checkStrength(effect, { strengthCheck: client.passwords.strengthCheck, reportError }, (event) =>
          send(event as ResetPasswordEvent),
        )
        return undefined
      default:
        return runCommonEffect(effect, send)
    }
  }
}
