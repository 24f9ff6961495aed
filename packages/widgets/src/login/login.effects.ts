import { clientInternals } from '@latchkey/client/internal'
import type { JsonObject } from '@latchkey/contract'
import type { Runner } from '../flow/actor.ts'
import type { CommonEffectDeps } from '../widget/common-effects.ts'
import { createCommonEffects } from '../widget/common-effects.ts'
import type { Completion } from './completion.ts'
import type { LoginConfig, LoginPlan } from './login.config.ts'
import type { LoginEffect, LoginEvent } from './login.flow.ts'
import type { LoginRunners, MethodDeps } from './login-method.ts'

export interface LoginDeps extends CommonEffectDeps {
  readonly plan: LoginPlan
  readonly config: LoginConfig
  /** Which sign-ins the host page knows of already. */
  readonly completion: Completion
  /** Those of the methods that are configured. */
  readonly runners: LoginRunners
  readonly locale: MethodDeps['locale']
}

/** What may end in a session. */
const signsIn: readonly LoginEffect['type'][] = [
  'check_passcode',
  'create_password',
  'authenticate_password',
  'authenticate_wallet',
  'await_passkey',
  'authenticate_landing',
]

/** Carries out what the login flow asks for. */
export function createLoginRunner(login: LoginDeps): Runner<LoginEvent, LoginEffect> {
  const { client, plan, config, clock, completion, runners, locale } = login
  const { notifyHost, reportError, runCommonEffect } = createCommonEffects(login)
  const deps: MethodDeps = { client, plan, clock, reportError, locale }

  async function logRender(): Promise<void> {
    const bootstrap = await client.bootstrap.get()
    clientInternals(client).events.log('render_login_screen', { options: config, bootstrap } as object as JsonObject)
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'emit':
        if (effect.event.type === 'AUTHENTICATE_FLOW_COMPLETE' && !completion.isNews()) return undefined
        if (effect.event.type === 'PASSWORD_AUTHENTICATE' && plan.offersPasskey) {
          import('../methods/passkeys/offer-passkey.ts').then(
            ({ offerPasskey }) => offerPasskey(client, notifyHost),
            () => undefined,
          )
        }
        return runCommonEffect(effect, send)
      case 'wait':
      case 'log':
      case 'notice':
      case 'good_news':
        return runCommonEffect(effect, send)
      case 'log_render':
        logRender()
        return undefined
      default: {
        if (signsIn.includes(effect.type)) completion.begin()
        // Each effect has its own runner: the compiler sees that of the table, and not here.
        const run = runners[effect.type] as LoginRunners[never] | undefined
        const cancel = (run as ((...given: unknown[]) => unknown) | undefined)?.(effect, deps, send)
        return typeof cancel === 'function' ? (cancel as () => void) : undefined
      }
    }
  }
}
