import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { JsonObject } from '@latchkey/contract'
import type { Clock } from '@latchkey/react/internal'
import type { Callbacks } from '../callbacks.ts'
import type { Runner } from '../flow/actor.ts'
import type { Failure } from '../flow/failure.ts'
import { runMagicLinkEffect } from '../methods/magic-links/magic-links.effects.ts'
import { runOtpEffect } from '../methods/otps/otps.effects.ts'
import type { Completion } from './completion.ts'
import type { LoginConfig, LoginPlan } from './login.config.ts'
import type { LoginEffect, LoginEvent } from './login.flow.ts'

export interface LoginDeps {
  readonly client: Client
  readonly plan: LoginPlan
  readonly config: LoginConfig
  readonly clock: Clock
  /** Asked anew each time: a host page may hand over other ones at any time. */
  readonly callbacks: () => Callbacks
  /** Which sign-ins the host page knows of already. */
  readonly completion: Completion
  /** Says in passing what belongs to no field. */
  readonly notify: (failure: Failure) => void
}

/** Carries out what the login flow asks for. */
export function createLoginRunner({
  client,
  plan,
  config,
  clock,
  callbacks,
  completion,
  notify,
}: LoginDeps): Runner<LoginEvent, LoginEffect> {
  const { events, error: logError } = clientInternals(client)

  /** In a turn of its own: whatever the host page does in it, the widget has moved on. */
  function tell(run: (callbacks: Callbacks) => void): void {
    queueMicrotask(() => {
      try {
        run(callbacks())
      } catch (error) {
        logError('A callback threw.', error)
      }
    })
  }

  const report = (thrown: unknown): void => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    tell(({ onError }) => onError?.(error))
  }
  const deps = { client, plan, clock, report }

  async function logRender(): Promise<void> {
    const bootstrap = await client.bootstrap.get()
    events.log('render_login_screen', { options: config, bootstrap } as object as JsonObject)
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'send_magic_link':
        runMagicLinkEffect(effect, deps, send)
        return undefined
      case 'check_passcode':
        completion.begin()
        runOtpEffect(effect, deps, send)
        return undefined
      case 'send_passcode':
        runOtpEffect(effect, deps, send)
        return undefined
      case 'wait':
        return clock.setTimeout(() => send({ type: effect.next, call: effect.call, at: clock.now() }), effect.ms)
      case 'emit':
        if (effect.event.type === 'AUTHENTICATE_FLOW_COMPLETE' && !completion.isNews()) return undefined
        tell(({ onEvent }) => onEvent?.(effect.event))
        return undefined
      case 'log':
        events.log(effect.name, effect.details)
        return undefined
      case 'notice':
        notify(effect.failure)
        return undefined
      case 'log_render':
        logRender()
        return undefined
      default:
        return effect satisfies never
    }
  }
}
