import type { Actor } from '../flow/actor.ts'
import { createActor } from '../flow/actor.ts'
import type { IdentityProviderDeps } from './identity-provider.effects.ts'
import { createIdentityProviderRunner } from './identity-provider.effects.ts'
import { identityProviderFlow, startIdentityProvider } from './identity-provider.flow.ts'
import type { IdentityProviderEvent, IdentityProviderState, Landing } from './identity-provider.model.ts'

/** Runs the flow with a client. Nothing happens before it is started. */
export function createIdentityProviderActor(
  landing: Landing,
  deps: IdentityProviderDeps,
): Actor<IdentityProviderState, IdentityProviderEvent> {
  const { client } = deps
  const actor = createActor(
    identityProviderFlow,
    startIdentityProvider(landing),
    createIdentityProviderRunner(deps),
    ({ type }) => type === 'emit' || type === 'complain',
  )
  return {
    ...actor,
    start() {
      let userId = client.user.getSync()?.user_id
      const unwatch = client.user.onChange((user) => {
        if (user?.user_id === userId) return
        userId = user?.user_id
        actor.send({ type: 'user_changed', isSignedIn: user !== null })
      })
      const stop = actor.start()
      return () => {
        unwatch()
        stop()
      }
    },
  }
}
