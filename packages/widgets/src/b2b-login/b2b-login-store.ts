import type { Actor } from '../flow/actor.ts'
import { refusal } from '../flow/failure.ts'
import type { StartableRuntime } from '../widget/widget-runtime.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import { planB2bLogin } from './config/b2b-login.config.ts'
import type { B2bLoginEvent } from './flow/b2b-events.ts'
import type { B2bLanding } from './flow/b2b-login.flow.ts'
import type { B2bLoginState, Base, Main } from './flow/b2b-state.ts'
import type { LaterScreens } from './views/b2b-view.ts'
import type { OAuthChoices } from './views/oauth-choices.tsx'

/** What the widget begins with. */
export interface B2bLoginStart {
  readonly config: B2bLoginConfig
  readonly landing: B2bLanding
}

/** Everything that Main does not need: the flow, its effects and all other screens. */
export interface RunningB2bLogin {
  readonly actor: Actor<B2bLoginState, B2bLoginEvent>
  readonly runtime: StartableRuntime
  readonly screens: LaterScreens
  readonly OAuthChoices: typeof OAuthChoices
  hasBack(state: B2bLoginState): boolean
}

export interface B2bSnapshot {
  readonly state: B2bLoginState
  /** The number of screen changes so far. */
  readonly screenChanges: number
  /** Undefined until it is loaded. */
  readonly running?: RunningB2bLogin | undefined
  /** Loading failed, and there is no form that could say so. */
  readonly failure?: Error | undefined
}

export interface B2bLoginStoreOptions extends B2bLoginStart {
  /** Resolves to a function that continues with the address that was typed by then. */
  readonly load: () => Promise<(email: string) => RunningB2bLogin>
  /** Reports the error that the person sees to the host page. */
  readonly reportError: (error: Error) => void
}

export interface B2bLoginStore {
  get(): B2bSnapshot
  subscribe(listener: () => void): () => void
  send(event: B2bLoginEvent): void
  /** Loads the rest of the widget, and runs the flow until the returned function is called. */
  start(): () => void
}

/**
 * Main is shown before the flow is loaded: it keeps the typed address. A button that is pressed meanwhile waits for the
 * flow, and Main is busy.
 */
export function createB2bLoginStore({ config, landing, load, reportError }: B2bLoginStoreOptions): B2bLoginStore {
  const listeners = new Set<() => void>()
  let snapshot: B2bSnapshot = { state: firstState(config, landing), screenChanges: 0 }
  let pressed: B2bLoginEvent | undefined
  let isLoading = false
  let isStarted = false
  let stop: (() => void) | undefined

  function show(next: B2bSnapshot): void {
    snapshot = next
    for (const listener of listeners) listener()
  }

  /** Runs the flow from the form as it is by then. */
  function run(running: RunningB2bLogin): void {
    const { actor, runtime } = running
    actor.subscribe(() => {
      const state = actor.getState()
      const hasMoved = screenKey(state) !== screenKey(snapshot.state)
      show({ state, running, screenChanges: snapshot.screenChanges + Number(hasMoved) })
    })
    show({ state: actor.getState(), running, screenChanges: 0 })
    if (isStarted) stop = runtime.start(actor)
    if (pressed) actor.send(pressed)
  }

  async function preload(): Promise<void> {
    if (isLoading) return
    isLoading = true
    try {
      const create = await load()
      run(create(snapshot.state.email))
    } catch (error) {
      isLoading = false
      const { state } = snapshot
      const isForm = state.screen === 'main' && state.status !== 'loading'
      // Nothing was sent, and nothing will be: the person decides.
      if (isForm && !pressed) return
      reportError(error as Error)
      if (!isForm) return show({ ...snapshot, failure: error as Error })
      pressed = undefined
      show({ ...snapshot, state: { ...state, status: 'editing', failure: refusal('screen_not_loaded') } })
    }
  }

  /** Only Main is rendered, so only its events can occur. */
  function hold(state: Main, event: B2bLoginEvent): void {
    if (event.type === 'email_changed') {
      pressed = undefined
      show({ ...snapshot, state: { ...state, email: event.value, status: 'editing', failure: null } })
    } else if (state.status === 'editing') {
      pressed = event
      const button = buttonOf(event)
      const status = button === '' ? 'sending' : 'leaving'
      show({ ...snapshot, state: { ...state, status, pressed: button, failure: null } })
      preload()
    }
  }

  return {
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(event) {
      const { running, state } = snapshot
      if (running) running.actor.send(event)
      else if (state.screen === 'main') hold(state, event)
    },
    start() {
      isStarted = true
      const { running } = snapshot
      if (running) stop = running.runtime.start(running.actor)
      else preload()
      return () => {
        isStarted = false
        stop?.()
      }
    },
  }
}

/** What Main shows as pressed: a button, or the form. Without an organization there are no connections. */
function buttonOf(event: B2bLoginEvent): string {
  if (event.type === 'provider_clicked') return event.provider
  return event.type === 'sso_clicked' ? 'sso' : ''
}

/** Success on the same screen counts as a screen change, so that it takes the focus. */
function screenKey(state: B2bLoginState): string {
  return state.screen + ('status' in state && state.status === 'success')
}

/** The form if it needs nothing from the provider, otherwise what is shown while the flow is loaded. */
function firstState(config: B2bLoginConfig, landing: B2bLanding): B2bLoginState {
  const { flowType, slug } = planB2bLogin(config)
  const base: Base = { email: '', organization: null, required: null, calls: 0 }
  if (landing.type === 'link') return { ...base, screen: 'landing', status: 'verifying', account: '' }
  const isForm = landing.type === 'none' && flowType === 'Discovery' && slug === null
  return { ...base, screen: 'main', status: isForm ? 'editing' : 'loading', pressed: '', failure: null }
}
