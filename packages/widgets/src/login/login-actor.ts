import type { Session } from '@latchkey/client'
import { browserClock } from '../clock.ts'
import type { Actor } from '../flow/actor.ts'
import { createActor } from '../flow/actor.ts'
import type { Step } from '../flow/step.ts'
import type { LoginDeps } from './login.effects.ts'
import { createLoginRunner } from './login.effects.ts'
import type { LoginEffect, LoginEvent, LoginState } from './login.flow.ts'
import { loginFlow, startLogin } from './login.flow.ts'

export interface LoginActorOptions extends Omit<LoginDeps, 'clock'> {
  /** The browser's, where nothing is said. */
  readonly clock?: LoginDeps['clock']
  /** Where it begins: somebody may have typed on Main before this was loaded. */
  readonly first?: Step<LoginState, LoginEffect>
  /** Was there a session when the widget was drawn? The one there is now, where nothing is said. */
  readonly wasSignedIn?: boolean
}

/** The login flow at work with a client. Nothing happens before it is started. */
export function createLoginActor({
  clock = browserClock,
  first,
  wasSignedIn,
  ...options
}: LoginActorOptions): Actor<LoginState, LoginEvent> {
  const { session } = options.client
  const actor = createActor(
    loginFlow,
    first ?? startLogin(options.plan.tabs),
    createLoginRunner({ ...options, clock }),
    ({ type }) => type === 'emit' || type === 'log',
  )

  /** Another tab, a landing page or the host page itself may sign in while the widget waits, or is still loading. */
  let isSignedIn = wasSignedIn ?? session.getSync() !== null
  function look(current: Session | null): void {
    const isNews = current !== null && !isSignedIn
    isSignedIn = current !== null
    if (isNews) actor.send({ type: 'session_began' })
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
