import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import type { Settle } from '../flow/actor.ts'
import type { LoginPlan } from './login.config.ts'
import type { LoginAddition, LoginEffect, LoginEvent } from './login.flow.ts'
import type { LoginViews, MainSlots } from './login-view.ts'

/** What a method's effects are given. */
export interface MethodDeps {
  readonly client: Client
  readonly plan: LoginPlan
  readonly clock: Clock
  /** Tells the host page of a call that did not work. */
  readonly reportError: (error: unknown) => void
  /** The language of the widget's texts, for messages to the user; undefined if the host page set none. */
  readonly locale: () => string | undefined
}

type Run<Effect> = (
  effect: Effect,
  deps: MethodDeps,
  /** Once: without an event where somebody else has ended it. */
  settle: Settle<LoginEvent>,
) => unknown

/** Who carries out which effect. What can be taken back answers with how to. */
export type LoginRunners = {
  readonly [Type in LoginEffect['type']]?: Run<Extract<LoginEffect, { readonly type: Type }>>
}

/** What comes with a method when it is loaded: the screens it leads to, and what its flow asks for. */
export interface LoginMethod {
  readonly views: LoginViews
  readonly runners: LoginRunners
  /** What the login flow knows of it, where that is not there at once. */
  readonly addition?: LoginAddition
  /** What it puts on Main. */
  readonly slots?: MainSlots
}
