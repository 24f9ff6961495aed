import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { JsonObject } from '@latchkey/contract'
import type { Clock } from '@latchkey/react/internal'
import type { Callbacks } from '../callbacks.ts'
import type { Runner } from '../flow/actor.ts'
import type { GoodNews, Notice } from '../flow/notice.ts'
import { createTeller } from '../widget/teller.ts'
import type { Completion } from './completion.ts'
import type { LoginConfig, LoginPlan } from './login.config.ts'
import type { LoginEffect, LoginEvent } from './login.flow.ts'
import type { LoginRunners, MethodDeps } from './login-method.ts'

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
  readonly notify: (notice: Notice | GoodNews) => void
  /** Those of the methods that are configured. */
  readonly runners: LoginRunners
}

/** What may end in a session. */
const signsIn: ReadonlySet<LoginEffect['type']> = /* @__PURE__ */ new Set([
  'check_passcode',
  'create_password',
  'authenticate_password',
  'authenticate_wallet',
  'await_passkey',
] as const satisfies readonly LoginEffect['type'][])

/** Carries out what the login flow asks for. */
export function createLoginRunner(login: LoginDeps): Runner<LoginEvent, LoginEffect> {
  const { client, plan, config, clock, completion, notify, runners } = login
  const { events } = clientInternals(client)
  const { tell, report } = createTeller(client, login.callbacks)
  const deps: MethodDeps = { client, plan, clock, report }

  async function logRender(): Promise<void> {
    const bootstrap = await client.bootstrap.get()
    events.log('render_login_screen', { options: config, bootstrap } as object as JsonObject)
  }

  return (effect, send) => {
    switch (effect.type) {
      case 'wait':
        return clock.setTimeout(() => send({ type: effect.next, call: effect.call, at: clock.now() }), effect.ms)
      case 'emit':
        if (effect.event.type === 'AUTHENTICATE_FLOW_COMPLETE' && !completion.isNews()) return undefined
        tell(({ onEvent }) => onEvent?.(effect.event))
        if (effect.event.type === 'PASSWORD_AUTHENTICATE' && plan.offersPasskey) {
          import('../methods/passkeys/offer-passkey.ts').then(
            ({ offerPasskey }) => offerPasskey({ client, plan, tell }),
            () => undefined,
          )
        }
        return undefined
      case 'log':
        events.log(effect.name, effect.details)
        return undefined
      case 'notice':
      case 'good_news':
        notify(effect)
        return undefined
      case 'log_render':
        logRender()
        return undefined
      default: {
        if (signsIn.has(effect.type)) completion.begin()
        // Each effect has its own runner: the compiler sees that of the table, and not here.
        const run = runners[effect.type] as LoginRunners[never] | undefined
        const cancel = (run as ((...given: unknown[]) => unknown) | undefined)?.(effect, deps, send)
        return typeof cancel === 'function' ? (cancel as () => void) : undefined
      }
    }
  }
}
