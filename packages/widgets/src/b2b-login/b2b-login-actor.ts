import type { MemberSession } from '@latchkey/client/b2b'
import type { Actor } from '../flow/actor.ts'
import { createActor } from '../flow/actor.ts'
import type { B2bLoginDeps } from './b2b-login.effects.ts'
import { createB2bLoginRunner, showOneTap } from './b2b-login.effects.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLanding } from './flow/b2b-login.flow.ts'
import { b2bLoginFlow, startB2bLogin } from './flow/b2b-login.flow.ts'
import { offerOf } from './flow/b2b-offer.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'

/** Runs the flow with a client. Nothing happens before it is started. */
export function createB2bLoginActor(
  landing: B2bLanding,
  deps: B2bLoginDeps,
  email = '',
): Actor<B2bLoginState, B2bLoginEvent> {
  const { client, plan } = deps
  const actor = createActor(
    b2bLoginFlow(plan),
    startB2bLogin(plan, landing, email),
    createB2bLoginRunner(deps),
    ({ type }) => type === 'emit',
  )

  /** Another tab or the host page may sign in while the widget waits. */
  let isSignedIn = false
  function look(current: MemberSession | null): void {
    const before = isSignedIn
    isSignedIn = current !== null
    if (before !== isSignedIn) actor.send({ type: isSignedIn ? 'session_began' : 'session_ended' })
  }

  /** Google's prompt, once, on the first Main that offers Google. */
  let hasPrompted = false
  function prompt(): void {
    const state = actor.getState()
    if (hasPrompted || state.screen !== 'main' || state.status !== 'editing') return
    hasPrompted = offerOf(plan, state).providers.includes('google')
    if (hasPrompted) showOneTap(deps, state.organization?.id)
  }

  return {
    ...actor,
    start() {
      const stop = actor.start()
      prompt()
      const unlisten = actor.subscribe(prompt)
      look(client.session.getSync())
      const unwatch = client.session.onChange(look)
      return () => {
        unlisten()
        unwatch()
        stop()
      }
    },
  }
}
