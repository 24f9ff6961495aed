import type { SentRequest, Testkit } from '@latchkey/testkit'
import { createTestkit } from '@latchkey/testkit'
import { expect, vi } from 'vitest'
import type { LoginConfig } from '../config/login.config.ts'
import type { Failure } from '../flow/failure.ts'
import type { Notice, SuccessNotice } from '../flow/notice.ts'
import type { WidgetEvent } from '../flow/widget-events.ts'
import { methodRunners } from '../methods/headless-methods.ts'
import { planLogin } from './config/plan-login.ts'
import type { LoginEvent, LoginScreen, LoginState, LoginStateOf } from './login.flow.ts'
import type { LoginActorOptions } from './login-actor.ts'
import { createLoginActor } from './login-actor.ts'
import { loginFlow } from './whole-login.ts'

/** The login actor with a real provider and a manual clock. */
export interface LoginHarness {
  readonly testkit: Testkit
  readonly events: WidgetEvent[]
  readonly errors: Error[]
  /** The toasts. */
  readonly notices: Failure[]
  readonly successes: string[]
  start(): () => void
  send(event: LoginEvent): void
  state(): LoginState
  /** Waits for a screen without a pending call. */
  reach<Name extends LoginScreen>(screen: Name): Promise<LoginStateOf<Name>>
  /** Types an address or number and submits it. */
  submit(to: string): void
  /** The bodies of everything sent to a path below `/sdk/v1`. */
  bodies(path: string): unknown[]
}

export interface LoginHarnessOptions extends Pick<LoginActorOptions, 'wasSignedIn' | 'completion' | 'locale'> {
  readonly testkit?: Testkit
}

export async function openLogin(config: LoginConfig = {}, options: LoginHarnessOptions = {}): Promise<LoginHarness> {
  const { testkit = await createTestkit(), ...rest } = options
  const plan = planLogin(config)
  if (!plan) throw new Error('The configuration has a problem.')
  const events: WidgetEvent[] = []
  const errors: Error[] = []
  const notices: Failure[] = []
  const successes: string[] = []
  const notify = (said: Notice | SuccessNotice) =>
    void (said.type === 'notice' ? notices.push(said.failure) : successes.push(said.message))
  const callbacks = {
    onEvent: (event: WidgetEvent) => void events.push(event),
    onError: (error: Error) => void errors.push(error),
  }
  const { client, clock } = testkit
  const actor = createLoginActor({
    client,
    plan,
    config,
    clock,
    callbacks: () => callbacks,
    notify,
    runners: methodRunners,
    flow: loginFlow,
    ...rest,
  })
  const isBusy = (state: LoginState): boolean =>
    'status' in state && (state.status === 'sending' || state.status === 'verifying' || isResending(state))

  return {
    testkit,
    events,
    errors,
    notices,
    successes,
    start: actor.start,
    send: actor.send,
    state: actor.getState,
    async reach(screen) {
      await vi.waitFor(() => {
        const state = actor.getState()
        expect([state.screen, isBusy(state)]).toEqual([screen, false])
      }, patience)
      // Callbacks run in a later microtask.
      await testkit.network.idle()
      return actor.getState() as LoginStateOf<typeof screen>
    },
    submit(to) {
      actor.send(to.includes('@') ? { type: 'email_changed', value: to } : { type: 'phone_changed', value: to })
      actor.send({ type: 'submitted' })
    },
    bodies: (path) => requestsTo(testkit, path).map(({ body }) => body),
  }
}

/** How long a loaded machine may take. */
const patience = 20_000

function isResending(state: LoginState): boolean {
  return 'resend' in state && state.resend === 'sending'
}

function requestsTo(testkit: Testkit, path: string): SentRequest[] {
  return testkit.network.requests.filter((request) => request.path === `/sdk/v1${path}`)
}
