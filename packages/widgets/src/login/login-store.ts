import type { Actor } from '../flow/actor.ts'
import { refusal } from '../flow/failure.ts'
import type { Step } from '../flow/step.ts'
import { Pending } from '../ui/pending.tsx'
import type { WidgetRuntime } from '../widget/widget-runtime.ts'
import type { LoginEffect, LoginEvent, LoginScreen, LoginState } from './login.flow.ts'
import type { LoginView, LoginViews, MainSlots } from './login-method.ts'
import type { Main, MainEvent } from './main/main.flow.ts'
import { mainFlow } from './main/main.flow.ts'

/** The state of the widget as its view renders it. */
export interface Snapshot {
  readonly state: LoginState
  readonly View: LoginView<LoginScreen>
  /** Undefined until it is loaded. */
  readonly runtime?: WidgetRuntime | undefined
  readonly slots?: MainSlots | undefined
  /** The number of screen changes so far. */
  readonly screenChanges: number
  readonly canGoBack?: boolean | undefined
  /** Loading failed, and Main has nothing to show without the runtime. */
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
  /** Main is empty until the runtime is loaded. */
  readonly isAlone: boolean
  /** It begins at a landing, or at the step before a reload: Main is not shown first. */
  readonly isResuming?: boolean
  /** Resolves to a function that continues from Main as it is by then, or from where the user was. */
  readonly load: (isResuming: boolean) => Promise<(step: Step<Main, LoginEffect>) => LoginRuntime>
  /** Reports the error that the user sees to the host page. */
  readonly reportError: (error: Error) => void
}

export interface LoginStore {
  get(): Snapshot
  subscribe(listener: () => void): () => void
  send(event: LoginEvent): void
  /** Loads the runtime once. After a failure, the next form or the next call tries again. */
  preload(): void
  /** Runs the flow's effects until the returned function is called. */
  start(): () => void
}

/**
 * Main works without the runtime: it keeps the typed text and shows validation errors. A call waits until the runtime
 * is loaded with all screens that may follow; until then Main is busy.
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
  let snapshot = {
    state: isResuming ? { ...first.state, screen: 'landing', status: 'verifying' } : first.state,
    View: isResuming ? Pending : main,
    screenChanges: 0,
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
      // Only Main is rendered, so only its events can occur.
      const { state, effects } = mainFlow(step.state, event as MainEvent)
      // Do not send what the user canceled before it was sent.
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
