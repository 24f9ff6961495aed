import { clockOf } from '@latchkey/client/internal'
import type { Actor } from '../flow/actor.ts'
import { createActor } from '../flow/actor.ts'
import type { RegistrationDeps } from './passkey-registration.effects.ts'
import { createRegistrationRunner, passkeysOf } from './passkey-registration.effects.ts'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { registrationFlow, startRegistration } from './passkey-registration.flow.ts'

export interface RegistrationActorOptions extends Omit<RegistrationDeps, 'clock'> {
  /** Defaults to the client's clock. */
  readonly clock?: RegistrationDeps['clock']
}

/** Runs passkey registration with a client. Nothing happens before it is started. */
export function createRegistrationActor(
  options: RegistrationActorOptions,
): Actor<RegistrationState, RegistrationEvent> {
  const { client, clock = clockOf(client) } = options
  const known = client.user.getSync()
  const actor = createActor(
    registrationFlow,
    startRegistration(known && passkeysOf(known)),
    createRegistrationRunner({ ...options, clock }),
    ({ type }) => type === 'emit',
  )
  return {
    ...actor,
    start() {
      const stop = actor.start()
      // Sign-in and sign-out, renames and deletions, here or in another tab.
      const unwatch = client.user.onChange((user) =>
        actor.send({ type: 'user_changed', passkeys: user && passkeysOf(user) }),
      )
      return () => {
        unwatch()
        stop()
      }
    },
  }
}
