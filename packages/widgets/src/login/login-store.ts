import type { Actor } from '../flow/actor.ts'
import { refusal } from '../flow/failure.ts'
import type { Step } from '../flow/step.ts'
import { Pending } from '../ui/pending.tsx'
import type { WidgetRuntime } from '../widget/widget-runtime.ts'
import type { LoginEffect, LoginEvent, LoginScreen, LoginState } from './login.flow.ts'
import type { LoginView, LoginViews, MainSlots } from './login-view.ts'
import type { Main, MainEvent } from './main.flow.ts'
import { mainFlow } from './main.flow.ts'

/** What is to be seen. */
export interface Snapshot {
  readonly state: LoginState
  readonly View: LoginView<LoginScreen>
  /** Everything beyond Main, once it is there. */
  readonly runtime?: WidgetRuntime | undefined
  readonly slots?: MainSlots | undefined
  /** How often another screen took the place. */
  readonly screenChanges: number
  readonly canGoBack?: boolean | undefined
  /** There is nothing to be seen, and nothing that could be pressed. */
  readonly failure?: Error | undefined
}

/** The part that Main does not need: it is loaded when the browser is idle, or when a form is submitted. */
export interface LoginRuntime extends WidgetRuntime {
  readonly actor: Actor<LoginState, LoginEvent>
  readonly views: LoginViews
  readonly slots: MainSlots
  /** Whether the back arrow is shown. */
  canGoBack(state: LoginState): boolean
  /** Runs until the returned function is called. */
  start(): () => void
}

export interface LoginStoreOptions {
  readonly first: Step<Main, LoginEffect>
  readonly main: LoginView<'main'>
  /** Main itself has nothing to press: all of it comes with the rest. */
  readonly isAlone: boolean
  /** It begins at a landing, or at the step before a reload: Main is not shown first. */
  readonly isResuming?: boolean
  /** Resolves to a function that continues from Main as it is by then, or from where the user was. */
  readonly load: (isResuming: boolean) => Promise<(step: Step<Main, LoginEffect>) => LoginRuntime>
  /** Tells the host page what the person is told. */
  readonly reportError: (error: Error) => void
}

export interface LoginStore {
  get(): Snapshot
  subscribe(listener: () => void): () => void
  send(event: LoginEvent): void
  /** Loads what is beyond Main, once. What does not come is asked for again with the next form, or call of this. */
  preload(): void
  /** Carries out what the flow asks for, until the returned function is called. */
  start(): () => void
}

/**
 * Main works by itself: what is typed is kept, what is refused is said. Whatever needs a call waits for the rest of
 * the widget, and Main stays, as busy as it is, until all of it is there: who has begun can finish.
 */
export function createLoginStore({
  first,
  main,
  isAlone,
  isResuming = false,
  load,
  reportError,
}: LoginStoreOptions): LoginStore {
  const listeners = new Set<() => void>()
  let step = first
  let runtime: LoginRuntime | undefined
  let isLoading = false
  let isRunning = false
  let stop: (() => void) | undefined
  let failure: Error | undefined
  let snapshot = { state: first.state, View: main, screenChanges: 0 } as Snapshot
  if (isResuming)
    snapshot = {
      ...snapshot,
      state: { ...first.state, screen: 'landing', status: 'verifying' },
      View: Pending,
    } as unknown as Snapshot

  function show(state: LoginState): void {
    const View = (state.screen === 'main' ? main : runtime?.views[state.screen]) as Snapshot['View']
    const screenChanges = snapshot.screenChanges + Number(state.screen !== snapshot.state.screen)
    snapshot = {
      state,
      View,
      runtime,
      slots: runtime?.slots,
      screenChanges,
      canGoBack: runtime?.canGoBack(state),
      failure,
    }
    for (const listener of listeners) listener()
  }

  async function preload(): Promise<void> {
    if (runtime || isLoading) return
    isLoading = true
    try {
      const createRuntime = await load(isResuming)
      runtime = createRuntime(step)
      const { actor } = runtime
      const state = actor.getState()
      // There was nothing to resume: Main is the first screen, and no move to another one.
      if (state.screen === 'main') snapshot = { ...snapshot, state }
      actor.subscribe(() => show(actor.getState()))
      if (isRunning) stop = runtime.start()
      show(actor.getState())
    } catch (error) {
      isLoading = false
      runtime = undefined
      const { state } = step
      if (isResuming || state.status === 'sending') {
        isResuming = false
        // Nothing was sent, and nothing will be: the user decides.
        step = { state: { ...state, status: 'editing', failure: refusal('screen_not_loaded') }, effects: first.effects }
        show(step.state)
        reportError(error as Error)
      } else if (isAlone) {
        failure = error as Error
        show(state)
      }
    }
  }

  return {
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(event) {
      if (runtime) return runtime.actor.send(event)
      // Main is all there is to be seen, and so its events are all there are.
      const { state, effects } = mainFlow(step.state, event as MainEvent)
      // What nobody waits for any more, and was not sent yet, is not sent.
      const waiting = state.status === 'sending' ? step.effects : first.effects
      step = { state, effects: [...waiting, ...effects] }
      show(step.state)
      if (state.status === 'sending') preload()
    },
    preload,
    start() {
      isRunning = true
      stop = runtime?.start()
      if (isResuming) preload()
      return () => {
        isRunning = false
        stop?.()
      }
    },
  }
}
