import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { Clock } from '@latchkey/react/internal'
import type { Callbacks } from '../callbacks.ts'
import type { Runner } from '../flow/actor.ts'
import { failureOf } from '../flow/failure.ts'
import type { GoodNews, Notice } from '../flow/notice.ts'
import { checkStrength, sendResetEmail } from '../methods/passwords/passwords.effects.ts'
import { createTeller } from '../widget/teller.ts'
import type { ResetPasswordPlan } from './reset-password.config.ts'
import type { ResetByEmail, ResetPasswordEffect, ResetPasswordEvent, SpendToken } from './reset-password.flow.ts'

export interface ResetPasswordDeps {
  readonly client: Client
  readonly plan: ResetPasswordPlan
  readonly clock: Clock
  /** Asked anew each time: a host page may hand over other ones at any time. */
  readonly callbacks: () => Callbacks
  /** Says in passing what belongs to no field. */
  readonly notify: (notice: Notice | GoodNews) => void
}

/** Carries out what the flow asks for. */
export function createResetPasswordRunner(options: ResetPasswordDeps): Runner<ResetPasswordEvent, ResetPasswordEffect> {
  const { client, plan, clock, notify } = options
  const { events } = clientInternals(client)
  const { tell, report } = createTeller(client, options.callbacks)
  const deps = { client, plan, report }

  /** Answers with one event, and never rejects. */
  async function spend(effect: SpendToken | ResetByEmail, send: (event: ResetPasswordEvent) => void): Promise<void> {
    const { call, token } = effect
    const session_duration_minutes = plan.sessionDurationMinutes
    let outcome: ResetPasswordEvent = { type: 'token_accepted', call }
    try {
      await (effect.type === 'log_in_by_token'
        ? client.magicLinks.authenticate(token, { session_duration_minutes })
        : client.passwords.resetByEmail({ token, password: effect.password, session_duration_minutes }))
    } catch (error) {
      report(error)
      outcome = { type: 'token_refused', call, failure: failureOf(error) }
    }
    send(outcome)
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
        checkStrength(effect, deps, (event) => send(event as ResetPasswordEvent))
        return undefined
      case 'wait':
        return clock.setTimeout(() => send({ type: effect.next, call: effect.call, at: clock.now() }), effect.ms)
      case 'emit':
        tell(({ onEvent }) => onEvent?.(effect.event))
        return undefined
      case 'log':
        events.log(effect.name, effect.details)
        return undefined
      case 'notice':
      case 'good_news':
        notify(effect)
        return undefined
      default:
        return effect satisfies never
    }
  }
}
