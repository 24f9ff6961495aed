import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import type { ResetPasswordEvent, ResetPasswordScreen, ResetPasswordStateOf } from './reset-password.flow.ts'

/** The props of a screen's view. It sends events and calls nothing. */
export interface ResetPasswordViewProps<Name extends ResetPasswordScreen> {
  readonly state: ResetPasswordStateOf<Name>
  readonly send: (event: ResetPasswordEvent) => void
  readonly bootstrap: Pick<BootstrapData, 'passwordConfig'>
}

export type ResetPasswordViews = {
  readonly [Name in ResetPasswordScreen]: (props: ResetPasswordViewProps<Name>) => ReactElement
}
