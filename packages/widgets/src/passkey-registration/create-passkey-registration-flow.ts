import type { Client } from '@latchkey/client'
import type { Actor } from '../flow/actor.ts'
import type { FlowOptions } from '../flow/flow-options.ts'
import type { PasskeyRegistrationConfig } from './passkey-registration.config.ts'
import type { RegistrationEvent, RegistrationState } from './passkey-registration.flow.ts'
import { createRegistrationActor } from './passkey-registration-actor.ts'

/** Passkey registration without its screens. */
export type PasskeyRegistrationFlow = Actor<RegistrationState, RegistrationEvent>

/**
 * The passkey registration widget without its screens, for screens of your own. It makes no call before it is started.
 *
 * @example
 * const flow = createPasskeyRegistrationFlow(client)
 * flow.subscribe(() => render(flow.getState()))
 * const stop = flow.start()
 * flow.send({ type: 'create_clicked' })
 */
export function createPasskeyRegistrationFlow(
  client: Client,
  config: PasskeyRegistrationConfig = {},
  { callbacks = {} }: Pick<FlowOptions, 'callbacks'> = {},
): PasskeyRegistrationFlow {
  const { sessionDurationMinutes } = config.sessionOptions ?? {}
  return createRegistrationActor({ client, sessionDurationMinutes, callbacks: () => callbacks })
}
