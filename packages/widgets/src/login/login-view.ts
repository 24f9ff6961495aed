import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import type { StyleConfig } from '../theme/style-config.ts'
import type { ButtonProduct, LoginPlan } from './config/login.config.ts'
import type { LoginEvent, LoginScreen, LoginStateOf } from './login.flow.ts'

/** The props of a screen's view. It sends events and calls nothing. */
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

type ButtonSlots = { readonly [Name in ButtonProduct]?: LoginView<'main'> }

/** Views on Main that are loaded with their methods. Their height is reserved until then. */
export interface MainSlots extends ButtonSlots {
  /** All buttons. */
  readonly choices?: LoginView<'main'>
  /** Above all forms and buttons. */
  readonly warning?: LoginView<'main'>
  /** The text of the line under the title. */
  readonly subtitle?: LoginView<'main'>
  /** Marks the method that was used last. */
  readonly lastUsed?: ((props: { readonly method: string }) => ReactElement | null) | undefined
  /** Gets the button that it replaces as children. */
  readonly oneTap?: (props: LoginViewProps<'main'> & { readonly children: ReactElement }) => ReactElement
}
