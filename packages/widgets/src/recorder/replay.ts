import type { Flow } from '../flow/step.ts'
import { identityProviderFlow } from '../identity-provider/identity-provider.flow.ts'
import { loginFlow } from '../login/whole-login.ts'
import { registrationFlow } from '../passkey-registration/passkey-registration.flow.ts'
import { resetPasswordFlow } from '../reset-password/reset-password.flow.ts'

export const flows: {
  readonly identity_provider: typeof identityProviderFlow
  readonly login: typeof loginFlow
  readonly passkey_registration: typeof registrationFlow
  readonly reset_password: typeof resetPasswordFlow
} = {
  identity_provider: identityProviderFlow,
  login: loginFlow,
  passkey_registration: registrationFlow,
  reset_password: resetPasswordFlow,
}

export type FlowName = keyof typeof flows

/** The screen and its status. */
export interface RecordedScreen {
  readonly screen: string
  readonly status?: string
}

export interface RecordedStep extends RecordedScreen {
  /** Redacted. */
  readonly event: { readonly type: string }
}

export interface Recording {
  readonly flow: FlowName
  readonly first: RecordedScreen
  readonly steps: readonly RecordedStep[]
}

/** Replays a recording step by step and compares the screens with the recorded ones. */
export function replay({ flow: name, first, steps }: Recording): RecordedScreen[] {
  const flow = flows[name] as unknown as Flow<RecordedScreen, RecordedStep['event'], unknown>
  let state = first
  return steps.map(({ event }) => {
    state = flow(state, event).state
    return toScreen(state)
  })
}

export function toScreen(state: unknown): RecordedScreen {
  const { screen, status } = state as RecordedScreen
  return status === undefined ? { screen } : { screen, status }
}
