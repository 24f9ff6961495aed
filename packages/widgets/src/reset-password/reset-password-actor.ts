import type { Actor } from '../flow/actor.ts'
import { createActor } from '../flow/actor.ts'
import { recallResetEmail } from '../methods/passwords/reset-email.ts'
import type { ResetPasswordDeps } from './reset-password.effects.ts'
import { createResetPasswordRunner, isSignedInAlready } from './reset-password.effects.ts'
import type { Landing, ResetPasswordEvent, ResetPasswordState } from './reset-password.flow.ts'
import { resetPasswordFlow, startResetPassword } from './reset-password.flow.ts'

/** Runs the flow with a client. Nothing happens before it is started. */
export function createResetPasswordActor(
  landing: Landing,
  deps: ResetPasswordDeps,
): Actor<ResetPasswordState, ResetPasswordEvent> {
  const { client } = deps
  return createActor(
    resetPasswordFlow,
    startResetPassword(landing, recallResetEmail(client).trim(), isSignedInAlready(client)),
    createResetPasswordRunner(deps),
    ({ type }) => type === 'emit' || type === 'log',
  )
}
