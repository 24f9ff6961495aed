import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import type { StyleConfig } from '../theme/style-config.ts'
import type { LoginPlan } from './login.config.ts'
import type { LoginEvent, LoginScreen, LoginStateOf } from './login.flow.ts'

/** What the view of a screen is given: props in, events out. */
export interface LoginViewProps<Name extends LoginScreen> {
  readonly state: LoginStateOf<Name>
  readonly send: (event: LoginEvent) => void
  readonly plan: LoginPlan
  readonly bootstrap: BootstrapData
  readonly styles: StyleConfig
}

export type LoginView<Name extends LoginScreen> = (props: LoginViewProps<Name>) => ReactElement

export type LoginViews = { readonly [Name in LoginScreen]?: LoginView<Name> }
