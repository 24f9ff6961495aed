import { oneTapHeightPx, oneTapResizeDebounceMs } from '@latchkey/contract'
import type { Flow, Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Wait } from '../../flow/wait.ts'

/** Why the prompt cannot be shown, as far as a developer can fix it. */
export const oneTapReasons = [
  'origin_not_allowed',
  'invalid_client',
  'no_oauth_client',
  'no_redirect_urls',
  'default_provider_not_allowed',
  'unknown_reason',
] as const

export type OneTapReason = (typeof oneTapReasons)[number]

/** The error for developers, shown only with a test token. */
export interface OneTapProblem {
  readonly reason: OneTapReason
  /** The message of the provider or of Google. */
  readonly detail: string
  readonly isTest: boolean
}

/** The state of Google's prompt. It is kept behind other screens, so that a closed prompt is not shown again. */
export interface OneTapState {
  readonly status: 'pending' | 'shown' | 'cancelled' | 'error'
  readonly problem: OneTapProblem | null
  /** The prompt is inside the widget, not over the page. */
  readonly isEmbedded: boolean
  readonly height: number
  /** The last measured height. It is applied once it is stable. */
  readonly measured: number
  /** A prompt was requested and has not ended. */
  readonly isOpen: boolean
  /** The numbers of the prompt and of the measurement. Events of earlier ones are ignored. */
  readonly call: number
  readonly resizeCall: number
}

/** Shows the prompt. Settles when it is visible, or has failed. */
export interface OneTapMainForm {
  /** Set once Main has rendered its container. */
  readonly oneTap?: OneTapState
}

export interface ShowOneTap {
  readonly type: 'show_one_tap'
  readonly call: number
  /** The id of the element to embed it into, or null. */
  readonly parent: string | null
}

/** Settles when the prompt ends. */
export interface AwaitOneTap {
  readonly type: 'await_one_tap'
  readonly call: number
  readonly parent: string | null
}

export interface HideOneTap {
  readonly type: 'hide_one_tap'
  readonly call: number
}

export type OneTapEffect = ShowOneTap | AwaitOneTap | HideOneTap | Wait<'one_tap_settled'>

export type OneTapOutcome =
  | {
      readonly type: 'one_tap_shown'
      readonly call: number
      readonly isEmbedded: boolean
      readonly parent: string | null
    }
  /** The user has chosen an account, and the browser is leaving the page. */
  | { readonly type: 'one_tap_chosen'; readonly call: number }
  | { readonly type: 'one_tap_canceled'; readonly call: number }
  | { readonly type: 'one_tap_failed'; readonly call: number; readonly problem: OneTapProblem }
  | { readonly type: 'one_tap_settled'; readonly call: number; readonly at: number }

export type OneTapEvent =
  | OneTapOutcome
  /** Main has rendered the container. */
  | { readonly type: 'one_tap_placed'; readonly parent: string | null }
  | { readonly type: 'one_tap_measured'; readonly height: number }

/** Before the first prompt. */
export const noOneTap: OneTapState = {
  status: 'pending',
  problem: null,
  isEmbedded: false,
  height: oneTapHeightPx,
  measured: oneTapHeightPx,
  isOpen: false,
  call: 0,
  resizeCall: 0,
}

/** Removes the prompt when Main is left. It is shown again with Main. */
export function leaveOneTap(state: OneTapState): Step<OneTapState, HideOneTap> {
  if (!state.isOpen) return stay(state)
  return { state: over(state), effects: [{ type: 'hide_one_tap', call: state.call }] }
}

export const oneTapFlow: Flow<OneTapState, OneTapEvent, OneTapEffect> = (state, event) => {
  switch (event.type) {
    case 'one_tap_placed': {
      if (state.status !== 'pending' || state.isOpen) return stay(state)
      const call = state.call + 1
      return {
        state: { ...state, isOpen: true, call },
        effects: [{ type: 'show_one_tap', call, parent: event.parent }],
      }
    }
    case 'one_tap_shown':
      if (!isAwaited(state, event.call) || state.status === 'shown') return stay(state)
      return {
        state: { ...state, status: 'shown', isEmbedded: event.isEmbedded },
        effects: [{ type: 'await_one_tap', call: event.call, parent: event.parent }],
      }
    case 'one_tap_chosen':
      return stay(isAwaited(state, event.call) ? over(state) : state)
    case 'one_tap_canceled':
      return stay(isAwaited(state, event.call) ? over(state, 'cancelled') : state)
    case 'one_tap_failed':
      return stay(isAwaited(state, event.call) ? over(state, 'error', event.problem) : state)
    case 'one_tap_measured': {
      if (event.height <= 0 || event.height === state.measured) return stay(state)
      const call = state.resizeCall + 1
      return {
        state: { ...state, measured: event.height, resizeCall: call },
        effects: [{ type: 'wait', ms: oneTapResizeDebounceMs, next: 'one_tap_settled', call }],
      }
    }
    case 'one_tap_settled':
      if (event.call !== state.resizeCall || state.height === state.measured) return stay(state)
      return stay({ ...state, height: state.measured })
    default:
      event satisfies never
      return stay(state)
  }
}

function isAwaited(state: OneTapState, call: number): boolean {
  return state.isOpen && state.call === call
}

function over(
  { call, resizeCall }: OneTapState,
  status: OneTapState['status'] = 'pending',
  problem: OneTapProblem | null = null,
): OneTapState {
  return { ...noOneTap, status, problem, call, resizeCall }
}

/** The known reason for an error of Google or of the provider. */
export function oneTapReason(name: string): OneTapReason {
  return Object.hasOwn(reasons, name) ? reasons[name as keyof typeof reasons] : 'unknown_reason'
}

const reasons = {
  // The provider's.
  unauthorized_origin: 'origin_not_allowed',
  oauth_config_not_found: 'no_oauth_client',
  no_redirect_url: 'no_redirect_urls',
  invalid_redirect_url: 'no_redirect_urls',
  default_provider_not_allowed: 'default_provider_not_allowed',
  // Google's.
  unregistered_origin: 'origin_not_allowed',
  invalid_client: 'invalid_client',
  missing_client_id: 'no_oauth_client',
} as const satisfies Readonly<Record<string, OneTapReason>>
