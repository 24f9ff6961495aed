import type { Failure } from '../flow/failure.ts'
import type { Flow, Step } from '../flow/step.ts'
import { stay } from '../flow/step.ts'
import type { Emit } from '../flow/widget-events.ts'
import { emit } from '../flow/widget-events.ts'

/** An existing passkey of the user. */
export interface Passkey {
  readonly webauthn_registration_id: string
  readonly name: string
  /** The authenticator model, if it is known. */
  readonly aaguid?: string | undefined
  /** RFC 3339. Older providers do not send it. */
  readonly created_at?: string | undefined
}

/** Why no passkey was created, as far as the user needs to know. `unreachable`: the provider did not respond. */
export type CreationFailure = 'duplicate' | 'unreachable' | 'not_created'

interface Known {
  readonly passkeys: readonly Passkey[]
  /** Deletions without a response yet. A list that arrives in between must not show them again. */
  readonly deleting: readonly string[]
  /** The number of calls so far. Results of earlier calls are ignored. */
  readonly calls: number
}

export interface RegistrationStart extends Known {
  readonly screen: 'passkey_registration_start'
  /** `loading` until the user is known. */
  readonly status: 'loading' | 'ready' | 'creating'
  readonly failure: CreationFailure | null
}

export interface RegistrationSuccess extends Known {
  readonly screen: 'passkey_registration_success'
  readonly status: 'listing' | 'renaming' | 'saving' | 'asking'
  /** The passkey that was created just now. Null after Skip and for a user who returns to the list. */
  readonly created: string | null
  /** The passkey that is being renamed. */
  readonly rename: { readonly id: string; readonly name: string } | null
  /** The passkey whose deletion waits for a confirmation. */
  readonly pendingDelete: string | null
  /** The last change, for screen readers. */
  readonly lastChange: { readonly type: 'renamed' | 'deleted'; readonly name: string } | null
}

/** The user could not be loaded. */
export interface NoUser {
  readonly screen: 'error'
  /** `unanswered`: the network or the provider failed, so a retry may help. `loading`: that retry is running. */
  readonly status: 'unauthenticated' | 'unanswered' | 'loading'
  /** Why a retry may help. Null if the user is signed out. */
  readonly failure: Failure | null
  readonly calls: number
}

export type RegistrationState = RegistrationStart | RegistrationSuccess | NoUser

export type RegistrationScreen = RegistrationState['screen']

export type RegistrationStateOf<Name extends RegistrationScreen> = Extract<RegistrationState, { screen: Name }>

export type RegistrationEffect =
  | { readonly type: 'load_user'; readonly call: number }
  | { readonly type: 'create_passkey'; readonly call: number }
  | { readonly type: 'end_creation'; readonly call: number }
  | { readonly type: 'rename_passkey'; readonly call: number; readonly id: string; readonly name: string }
  | { readonly type: 'delete_passkey'; readonly id: string }
  | Emit

export type RegistrationOutcome =
  | { readonly type: 'user_loaded'; readonly call: number; readonly passkeys: readonly Passkey[] }
  | { readonly type: 'user_not_loaded'; readonly call: number; readonly failure: Failure }
  | {
      readonly type: 'passkey_created'
      readonly call: number
      readonly id: string
      readonly passkeys: readonly Passkey[]
    }
  | { readonly type: 'passkey_not_created'; readonly call: number; readonly failure: CreationFailure }
  | { readonly type: 'passkey_renamed'; readonly call: number; readonly id: string; readonly name: string }
  | { readonly type: 'passkey_not_renamed'; readonly call: number }
  | { readonly type: 'delete_answered'; readonly id: string }

export type RegistrationEvent =
  | RegistrationOutcome
  | { readonly type: 'retry_clicked' }
  | { readonly type: 'create_clicked' }
  | { readonly type: 'skip_clicked' }
  | { readonly type: 'rename_clicked'; readonly id: string }
  | { readonly type: 'name_changed'; readonly value: string }
  | { readonly type: 'rename_submitted' }
  | { readonly type: 'rename_canceled' }
  | { readonly type: 'delete_clicked'; readonly id: string }
  | { readonly type: 'delete_canceled' }
  | { readonly type: 'delete_confirmed' }
  | { readonly type: 'another_clicked' }
  | { readonly type: 'done_clicked' }
  /** In this or another tab. `null` if the user has signed out. */
  | { readonly type: 'user_changed'; readonly passkeys: readonly Passkey[] | null }

/** Shows the cached user at once, and loads the current one in any case. */
export function startRegistration(passkeys: readonly Passkey[] | null): Step<RegistrationState, RegistrationEffect> {
  const known = { passkeys: passkeys ?? [], deleting: [], calls: 1 }
  return {
    state: passkeys ? arrive(known) : { ...starting(known), status: 'loading' },
    effects: [{ type: 'load_user', call: 1 }],
  }
}

/** A user with passkeys sees them first; a user without any is invited to create one. */
function arrive(known: Known): RegistrationStart | RegistrationSuccess {
  return known.passkeys.length > 0 ? listing(known) : starting(known)
}

export const registrationFlow: Flow<RegistrationState, RegistrationEvent, RegistrationEffect> = (state, event) => {
  switch (event.type) {
    case 'user_loaded':
      // The user may have signed out since.
      if (state.screen === 'error' && !isReloading(state, event.call)) return stay(state)
      return withPasskeys(state, event.passkeys)
    case 'user_changed':
      return event.passkeys ? withPasskeys(state, event.passkeys) : signedOut(state)
    case 'user_not_loaded':
      return notLoaded(state, event.call, event.failure)
    case 'passkey_created':
      return created(state, event)
    case 'delete_answered':
      return state.screen === 'error' || !state.deleting.includes(event.id)
        ? stay(state)
        : stay({ ...state, deleting: state.deleting.filter((id) => id !== event.id) })
    default:
      if (state.screen === 'error') return inNoUser(state, event)
      return state.screen === 'passkey_registration_start' ? inStart(state, event) : inSuccess(state, event)
  }
}

type StartEvent = Exclude<
  RegistrationEvent,
  { type: 'user_loaded' | 'user_changed' | 'user_not_loaded' | 'passkey_created' | 'delete_answered' }
>

function inNoUser(state: NoUser, event: StartEvent): Step<RegistrationState, RegistrationEffect> {
  if (event.type !== 'retry_clicked' || state.status !== 'unanswered') return stay(state)
  const call = state.calls + 1
  return { state: { ...state, status: 'loading', calls: call }, effects: [{ type: 'load_user', call }] }
}

function inStart(state: RegistrationStart, event: StartEvent): Step<RegistrationState, RegistrationEffect> {
  switch (event.type) {
    case 'create_clicked': {
      if (state.status !== 'ready') return stay(state)
      const call = state.calls + 1
      return {
        state: { ...state, status: 'creating', failure: null, calls: call },
        effects: [{ type: 'create_passkey', call }],
      }
    }
    case 'passkey_not_created':
      return isCreating(state, event.call) ? stay({ ...state, status: 'ready', failure: event.failure }) : stay(state)
    case 'skip_clicked':
      return skip(state)
    default:
      return stay(state)
  }
}

/** A passkey exists even if the user skipped the dialog before the response; the host page is notified. */
function created(
  state: RegistrationState,
  { call, id, passkeys }: Extract<RegistrationOutcome, { type: 'passkey_created' }>,
): Step<RegistrationState, RegistrationEffect> {
  if (state.screen === 'error') return stay(state)
  const { state: next } = withPasskeys(state, passkeys)
  const isAwaited = state.screen === 'passkey_registration_start' && isCreating(state, call)
  return {
    state: isAwaited && next.screen !== 'error' ? { ...listing(next), created: id } : next,
    effects: [emit({ type: 'PASSKEY_REGISTER', data: { webauthn_registration_id: id } })],
  }
}

/** Also possible while the browser's dialog is open, because a device may never respond. */
function skip(state: RegistrationStart): Step<RegistrationState, RegistrationEffect> {
  if (state.status === 'loading') return stay(state)
  return { state: listing(state), effects: [...ending(state), emit({ type: 'PASSKEY_SKIP', data: {} })] }
}

/** Closes the browser's dialog when the user continues. */
function ending({ status, calls }: RegistrationState): RegistrationEffect[] {
  return status === 'creating' ? [{ type: 'end_creation', call: calls }] : []
}

function inSuccess(state: RegistrationSuccess, event: StartEvent): Step<RegistrationState, RegistrationEffect> {
  const { rename, pendingDelete, status } = state
  switch (event.type) {
    case 'rename_clicked': {
      const passkey = find(state, event.id)
      if (status === 'saving' || !passkey) return stay(state)
      return stay({ ...listing(state), status: 'renaming', rename: { id: event.id, name: passkey.name } })
    }
    case 'name_changed':
      if (status !== 'renaming' || !rename) return stay(state)
      return stay({ ...state, rename: { ...rename, name: event.value } })
    case 'rename_submitted':
      return submitRename(state)
    case 'rename_canceled':
      return status === 'renaming' ? stay(listing(state)) : stay(state)
    case 'passkey_renamed': {
      if (status !== 'saving' || event.call !== state.calls) return stay(state)
      const passkeys = state.passkeys.map((one) =>
        one.webauthn_registration_id === event.id ? { ...one, name: event.name } : one,
      )
      return stay({ ...listing({ ...state, passkeys }), lastChange: { type: 'renamed', name: event.name } })
    }
    case 'passkey_not_renamed':
      // The typed name stays for another try. No error is shown.
      return status === 'saving' && event.call === state.calls ? stay({ ...state, status: 'renaming' }) : stay(state)
    case 'delete_clicked':
      if (status === 'saving' || !find(state, event.id)) return stay(state)
      return stay({ ...listing(state), status: 'asking', pendingDelete: event.id })
    case 'delete_canceled':
      return status === 'asking' ? stay(listing(state)) : stay(state)
    case 'delete_confirmed': {
      if (status !== 'asking' || !pendingDelete) return stay(state)
      const passkey = find(state, pendingDelete)
      const deleting = [...state.deleting, pendingDelete]
      const next = listing({ ...state, deleting, passkeys: without(state.passkeys, deleting) })
      return {
        state: { ...next, lastChange: { type: 'deleted', name: passkey?.name ?? '' } },
        effects: [{ type: 'delete_passkey', id: pendingDelete }],
      }
    }
    case 'another_clicked':
      if (isRenaming(state)) return stay(state)
      return stay(starting(state))
    case 'done_clicked':
      return isRenaming(state) ? stay(state) : { state, effects: [emit({ type: 'PASSKEY_DONE', data: {} })] }
    default:
      return stay(state)
  }
}

/** No other action is possible during a rename or a deletion. */
export function isRenaming({ status }: RegistrationSuccess): boolean {
  return status === 'renaming' || status === 'saving'
}

/** A blank or unchanged name needs no call. */
function submitRename(state: RegistrationSuccess): Step<RegistrationState, RegistrationEffect> {
  if (state.status !== 'renaming' || !state.rename) return stay(state)
  const { id } = state.rename
  const name = state.rename.name.trim()
  if (!name || name === find(state, id)?.name) return stay(listing(state))
  const call = state.calls + 1
  return {
    state: { ...state, status: 'saving', calls: call },
    effects: [{ type: 'rename_passkey', call, id, name }],
  }
}

function isReloading(state: NoUser, call: number): boolean {
  return state.status === 'loading' && state.calls === call
}

function isCreating(state: RegistrationStart, call: number): boolean {
  return state.status === 'creating' && state.calls === call
}

function find({ passkeys }: Known, id: string): Passkey | undefined {
  return passkeys.find((one) => one.webauthn_registration_id === id)
}

function without(passkeys: readonly Passkey[], ids: readonly string[]): readonly Passkey[] {
  return ids.length > 0 ? passkeys.filter((one) => !ids.includes(one.webauthn_registration_id)) : passkeys
}

function listing({
  passkeys,
  deleting,
  calls,
  ...rest
}: Known & { readonly created?: string | null }): RegistrationSuccess {
  return {
    screen: 'passkey_registration_success',
    status: 'listing',
    rename: null,
    pendingDelete: null,
    lastChange: null,
    ...{ passkeys, deleting, calls, created: rest.created ?? null },
  }
}

/** What the title of the list may claim: a passkey was created only if it was, and is still there. */
export function successTitle(state: RegistrationSuccess): 'success_title' | 'list_title' | 'later_title' {
  if (state.created && find(state, state.created)) return 'success_title'
  return state.passkeys.length > 0 ? 'list_title' : 'later_title'
}

function starting({ passkeys, deleting, calls }: Known): RegistrationStart {
  return { screen: 'passkey_registration_start', status: 'ready', failure: null, passkeys, deleting, calls }
}

/** A user is signed in and has these passkeys. A rename or a deletion continues unless its passkey is gone. */
function withPasskeys(state: RegistrationState, all: readonly Passkey[]): Step<RegistrationState, RegistrationEffect> {
  if (state.screen === 'error') return stay(arrive({ passkeys: all, deleting: [], calls: state.calls }))
  const passkeys = without(all, state.deleting)
  if (state.screen === 'passkey_registration_start') {
    return stay(state.status === 'loading' ? arrive({ ...state, passkeys }) : { ...state, passkeys })
  }
  const next = { ...state, passkeys }
  const current = state.rename?.id ?? state.pendingDelete
  return stay(current && !find(next, current) ? listing(next) : next)
}

function signedOut(state: RegistrationState): Step<RegistrationState, RegistrationEffect> {
  if (state.screen === 'error') return stay(state)
  return {
    state: { screen: 'error', status: 'unauthenticated', failure: null, calls: state.calls },
    effects: ending(state),
  }
}

/** The provider failed or did not answer. Any other failure means that there is no valid session. */
function isTemporary({ error_type = 'unreachable' }: Failure): boolean {
  return ['unreachable', 'internal_error', 'service_unavailable', 'too_many_requests'].includes(error_type)
}

/** A temporary failure does not remove a user who is known already. */
function notLoaded(
  state: RegistrationState,
  call: number,
  failure: Failure,
): Step<RegistrationState, RegistrationEffect> {
  const told = isTemporary(failure)
    ? ({ status: 'unanswered', failure } as const)
    : ({ status: 'unauthenticated', failure: null } as const)
  if (state.screen === 'error') {
    return isReloading(state, call) ? stay({ ...state, ...told }) : stay(state)
  }
  const isKnown = state.screen !== 'passkey_registration_start' || state.status !== 'loading'
  if (isKnown && told.failure) return stay(state)
  return { state: { screen: 'error', ...told, calls: state.calls }, effects: ending(state) }
}
