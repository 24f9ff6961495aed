import { clientInternals } from '@latchkey/client/internal'
import type { JsonObject } from '@latchkey/contract'
import type { LoginConfig, LoginPlan } from '../config/login.config.ts'
import type { Runner } from '../flow/actor.ts'
import type { CommonEffectDeps } from '../widget/common-effects.ts'
import { createCommonEffects } from '../widget/common-effects.ts'
import type { Completion } from './completion.ts'
import type { LoginEffect, LoginEvent } from './login.flow.ts'
import type { LoginRunners, MethodDeps } from './login-method.ts'

export interface LoginDeps extends CommonEffectDeps {
  readonly plan: LoginPlan
  readonly config: LoginConfig
  /** The sign-ins that were reported to the host page. */
  readonly completion: Completion
  /** The runners of the configured methods. */
  readonly runners: LoginRunners
  readonly locale: MethodDeps['locale']
}

/** Runs the effects of the login flow. */
export function createLoginRunner(login: LoginDeps): Runner<LoginEvent, LoginEffect> {
  const { client, plan, config, clock, completion, runners, locale } = login
  const { notifyHost, reportError, runCommonEffect } = createCommonEffects(login)
  const deps: MethodDeps = { client, plan, clock, reportError, locale, beginSignIn: completion.begin }

  const offersPasskey = plan.buttons.includes('passkeys') && config.passkeyOptions?.offerPasskey === true

  async function logRender(): Promise<void> {
    const bootstrap = await client.bootstrap.get()
    clientInternals(client).events.log('render_login_screen', { options: config, bootstrap } as object as JsonObject)
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'emit':
        if (effect.event.type === 'AUTHENTICATE_FLOW_COMPLETE' && !completion.isNews()) return undefined
        if (effect.event.type === 'PASSWORD_AUTHENTICATE' && offersPasskey) {
          import('../methods/passkeys/offer-passkey.ts').then(
            ({ offerPasskey }) => offerPasskey(client, notifyHost),
            () => undefined,
          )
        }
        return runCommonEffect(effect, send)
      case 'wait':
      case 'log':
      case 'notice':
      case 'success_notice':
        return runCommonEffect(effect, send)
      case 'log_render':
        logRender()
        return undefined
      default: {
        // The type of the table guarantees that the runner fits the effect. The compiler cannot see that here.
        const run = runners[effect.type] as LoginRunners[never] | undefined
        const cancel = (run as ((...given: unknown[]) => unknown) | undefined)?.(effect, deps, send)
        return typeof cancel === 'function' ? (cancel as () => void) : undefined
      }
    }
  }
}
