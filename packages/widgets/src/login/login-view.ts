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
  readonly slots?: MainSlots | undefined
}

export type LoginView<Name extends LoginScreen> = (props: LoginViewProps<Name>) => ReactElement

export type LoginViews = { readonly [Name in LoginScreen]?: LoginView<Name> }

/** What stands on Main and comes with its method: its place is kept until then. */
export interface MainSlots {
  /** Everything that can be pressed. */
  readonly choices?: LoginView<'main'>
  readonly oauth?: LoginView<'main'>
  readonly crypto?: LoginView<'main'>
  readonly passkeys?: LoginView<'main'>
  /** Stands on top of everything that can be pressed. */
  readonly warning?: LoginView<'main'>
  /** The text of the line under the title. */
  readonly subtitle?: LoginView<'main'>
  /** Says which of them was taken last. */
  readonly lastUsed?: ((props: { readonly way: string }) => ReactElement | null) | undefined
  /** Given the button it stands in for. */
  readonly oneTap?: (props: LoginViewProps<'main'> & { readonly children: ReactElement }) => ReactElement
}
