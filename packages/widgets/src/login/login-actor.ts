import type { Session } from '@latchkey/client'
import { clockOf } from '@latchkey/client/internal'
import type { Actor } from '../flow/actor.ts'
import { createActor } from '../flow/actor.ts'
import type { Step } from '../flow/step.ts'
import { createCompletion } from './completion.ts'
import type { LoginDeps } from './login.effects.ts'
import { createLoginRunner } from './login.effects.ts'
import type { LoginEffect, LoginEvent, LoginRules, LoginState } from './login.flow.ts'
import { startMain } from './main/main.flow.ts'

export interface LoginActorOptions extends Omit<LoginDeps, 'clock' | 'completion' | 'locale'> {
  /** Includes the configured methods. */
  readonly flow: LoginRules
  /** Defaults to the client's clock. */
  readonly clock?: LoginDeps['clock']
  /** Defaults to that of a widget which is never replaced. */
  readonly completion?: LoginDeps['completion']
  /** The language of messages. Defaults to the one that the browser asks for. */
  readonly locale?: LoginDeps['locale']
  /** The first step. The user may have typed on Main before this was loaded. */
  readonly first?: Step<LoginState, LoginEffect>
  /** Whether there was a session when the widget was rendered. Defaults to whether there is one now. */
  readonly wasSignedIn?: boolean
}

/** Runs the login flow with a client. Nothing happens before it is started. */
export function createLoginActor({
  flow,
  first,
  wasSignedIn,
  ...options
}: LoginActorOptions): Actor<LoginState, LoginEvent> {
  const { client, plan, clock = clockOf(client), completion = createCompletion({ count: 0 }) } = options
  const { locale = () => undefined } = options
  const { session } = client
  const actor = createActor(
    flow,
    first ?? { state: startMain(plan.tabs), effects: flow.firstEffects(plan.buttons) },
    createLoginRunner({ ...options, clock, completion, locale }),
    ({ type }) => type === 'emit' || type === 'log',
  )

  /** Another tab, a landing page or the host page may sign in while the widget waits or loads. */
  let isSignedIn = wasSignedIn ?? session.getSync() !== null
  function look(current: Session | null): void {
    const before = isSignedIn
    isSignedIn = current !== null
    if (before === isSignedIn) return
    if (!isSignedIn) completion.begin()
    actor.send({ type: isSignedIn ? 'session_began' : 'session_ended' })
  }

  return {
    ...actor,
    start() {
      const stop = actor.start()
      look(session.getSync())
      const unwatch = session.onChange(look)
      return () => {
        unwatch()
        stop()
      }
    },
  }
}
