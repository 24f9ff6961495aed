import type { B2bClient } from '@latchkey/client/b2b'
import { clockOf } from '@latchkey/client/internal'
import type { Actor } from '../flow/actor.ts'
import type { FlowOptions } from '../flow/flow-options.ts'
import { createB2bLoginActor } from './b2b-login-actor.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLoginState } from './flow/b2b-state.ts'
import { takeB2bLanding } from './take-b2b-landing.ts'

/** The login widget of a business project without its screens. */
export type B2bLoginFlow = Actor<B2bLoginState, B2bLoginEvent>

/**
 * The login widget of a business project without its screens, for screens of your own: it holds the state, handles
 * events and makes the calls. Throws if the configuration has a mistake.
 *
 * @example
 * const flow = createB2bLoginFlow(client, { authFlowType: 'Discovery', products: ['emailOtp'] })
 * flow.subscribe(() => render(flow.getState()))
 * const stop = flow.start()
 * flow.send({ type: 'email_changed', value: 'ada@example.com' })
 * flow.send({ type: 'submitted' })
 */
export function createB2bLoginFlow(
  client: B2bClient,
  config: B2bLoginConfig,
  { callbacks = {}, onNotice, locale }: FlowOptions = {},
): B2bLoginFlow {
  return createB2bLoginActor(takeB2bLanding(client), {
    ...{ client, plan: planB2bLogin(config), clock: clockOf(client) },
    callbacks: () => callbacks,
    notify: (notice) => onNotice?.(notice),
    locale: () => locale,
  })
}
