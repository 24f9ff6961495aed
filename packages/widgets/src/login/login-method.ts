import type { Client } from '@latchkey/client'
import type { Clock, clientInternals } from '@latchkey/client/internal'
import type { Settle } from '../flow/actor.ts'
import type { LoginPlan } from './config/login.config.ts'
import type { LoginEffect, LoginEvent, LoginState, MethodFlow } from './login.flow.ts'
import type { LoginStore } from './login-store.ts'
import type { LoginViews, MainSlots } from './login-view.ts'
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

type Platform = ReturnType<typeof clientInternals>['platform']

/** A method with buttons on Main: the part that is in the first load. */
export interface ButtonEntry {
  readonly load: LoadMethod
  /** The number of its buttons on Main, so that their height can be reserved. Zero if they are hidden. */
  readonly count: (plan: Pick<LoginPlan, 'tabs' | 'oauth'>, form: Partial<MainForm>) => number
  /** Called when the widget is created, before the first render. Returns its part of Main's form. */
  readonly start?: (plan: LoginPlan, platform: Platform, store: () => LoginStore) => Partial<MainForm> | undefined
}
