import type { Client } from '@latchkey/client'
import { clockOf } from '@latchkey/client/internal'
import type { Actor } from '../flow/actor.ts'
import type { FlowOptions } from '../flow/flow-options.ts'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import { planResetPassword } from './reset-password.config.ts'
import type { ResetPasswordEvent, ResetPasswordState } from './reset-password.flow.ts'
import { createResetPasswordActor } from './reset-password-actor.ts'
import { takeLanding } from './take-landing.ts'

export interface ResetPasswordFlowOptions extends FlowOptions {
  /** The token of the link in the email. Defaults to the one in the page's URL. */
  readonly passwordResetToken?: string
}

/** The reset-password widget without its screens. */
export type ResetPasswordFlow = Actor<ResetPasswordState, ResetPasswordEvent>

/**
 * The reset-password widget without its screens, for screens of your own. It removes the token from the address bar and
 * makes no call before it is started.
 *
 * @example
 * const flow = createResetPasswordFlow(client)
 * flow.subscribe(() => render(flow.getState()))
 * const stop = flow.start()
 * flow.send({ type: 'password_changed', value: 'correct horse battery staple' })
 */
export function createResetPasswordFlow(
  client: Client,
  config: ResetPasswordConfig = {},
  { callbacks = {}, onNotice, locale, passwordResetToken }: ResetPasswordFlowOptions = {},
): ResetPasswordFlow {
  return createResetPasswordActor(takeLanding(client, passwordResetToken), {
    client,
    plan: planResetPassword(config),
    clock: clockOf(client),
    callbacks: () => callbacks,
    notify: (notice) => onNotice?.(notice),
    locale: () => locale,
  })
}
