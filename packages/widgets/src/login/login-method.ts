import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import type { Settle } from '../flow/actor.ts'
import type { LoginPlan } from './config/login.config.ts'
import type { LoginAddition, LoginEffect, LoginEvent } from './login.flow.ts'
import type { LoginViews, MainSlots } from './login-view.ts'

/** The dependencies of a method's effects. */
export interface MethodDeps {
  readonly client: Client
  readonly plan: LoginPlan
  readonly clock: Clock
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
  readonly addition?: LoginAddition
  /** Its views on Main. */
  readonly slots?: MainSlots
}
