import type { BootstrapData, Client } from '@latchkey/client'
import type { ClientContext, Clock } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import type { ButtonProduct, LoginPlan } from '../config/login.config.ts'
import type { Settle } from '../flow/actor.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import type { LoginEffect, LoginEvent, LoginScreen, LoginState, LoginStateOf, MethodFlow } from './login.flow.ts'
import type { MainForm } from './main/main.flow.ts'

/** The dependencies of a method's effects. */
export interface MethodDeps {
  readonly client: Client
  readonly plan: LoginPlan
  readonly clock: Clock
  /** Called before a call that may start a session. */
  readonly beginSignIn: () => void
  /** Reports a failed call to the host page. */
  readonly reportError: (error: unknown) => void
  /** The language of the widget's texts, for messages to the user; undefined if the host page set none. */
  readonly locale: () => string | undefined
}

type Run<Effect> = (
  effect: Effect,
  deps: MethodDeps,
  /** Called once; without an event if the effect was ended elsewhere. */
  settle: Settle<LoginEvent>,
) => unknown

/** The runner of each effect. May return a function that cancels the effect. */
export type LoginRunners = {
  readonly [Type in LoginEffect['type']]?: Run<Extract<LoginEffect, { readonly type: Type }>>
}

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

/** The part of a method that is loaded: its screens and the runners of its effects. */
export interface LoginMethod {
  readonly views: LoginViews
  readonly runners: LoginRunners
  /** Its part of the login flow, if that is loaded with the method. */
  readonly flow?: MethodFlow
  /** Its views on Main. */
  readonly slots?: MainSlots
  /**
   * Names the method after a sign-in, for `showLastUsed`; null if it cannot be named. Undefined if another method signed
   * the user in. Defaults to the tab of Main.
   */
  readonly usedMethod?: (state: LoginState, before: LoginState | undefined) => string | null | undefined
}

/** Imports the `<name>.method.ts` of a method if it is configured. */
export type LoadMethod = (plan: LoginPlan) => Promise<{ readonly method: LoginMethod }> | undefined

type Platform = ClientContext['platform']

/** The widget, before its runtime is loaded. */
interface MainStore {
  get(): { readonly state: LoginState }
  send(event: LoginEvent): void
}

/** A method with buttons on Main: the part that is in the first load. */
export interface ButtonEntry {
  readonly load: LoadMethod
  /** The number of its buttons on Main, so that their height can be reserved. Zero if they are hidden. */
  readonly count: (plan: Pick<LoginPlan, 'tabs' | 'oauth'>, form: Partial<MainForm>) => number
  /** Called when the widget is created, before the first render. Returns its part of Main's form. */
  readonly start?: (plan: LoginPlan, platform: Platform, store: () => MainStore) => Partial<MainForm> | undefined
}
