import type { CreateTransition, FlowTransition } from '../flow/explore.suite.ts'
import { createTransition } from '../flow/explore.suite.ts'
import type {
  NoUser,
  Passkey,
  RegistrationEffect,
  RegistrationEvent,
  RegistrationStart,
  RegistrationState,
  RegistrationSuccess,
} from './passkey-registration.flow.ts'

type Transition = FlowTransition<RegistrationState, RegistrationEvent, RegistrationEffect>
const transition: CreateTransition<RegistrationState, RegistrationEvent, RegistrationEffect> = createTransition

export const laptop: Passkey = { webauthn_registration_id: 'passkey-1', name: 'Laptop' }
export const phone: Passkey = { webauthn_registration_id: 'passkey-2', name: 'Phone' }
export const refused = { name: 'ApiError', error_type: 'user_unauthenticated', error_message: 'No.' } as const
/** The provider responds, but not with a user. */
export const busy = { name: 'ApiError', error_type: 'too_many_requests', error_message: 'Slow down.' } as const
export const unanswered = { name: 'UnreachableError', error_message: 'Unable to contact our servers.' } as const

const known = { passkeys: [laptop, phone], deleting: [], calls: 3 }

export function start(change: Partial<RegistrationStart> = {}): RegistrationStart {
  return { screen: 'passkey_registration_start', status: 'ready', failure: null, ...known, ...change }
}

export function success(change: Partial<RegistrationSuccess> = {}): RegistrationSuccess {
  const idle = { status: 'listing', created: null, rename: null, pendingDelete: null, lastChange: null } as const
  return { screen: 'passkey_registration_success', ...idle, ...known, ...change }
}

export function noUser(change: Partial<NoUser> = {}): NoUser {
  return { screen: 'error', status: 'unauthenticated', failure: null, calls: 3, ...change }
}

const offline = noUser({ status: 'unanswered', failure: unanswered })
const loading = start({ status: 'loading', passkeys: [] })
const creating = start({ status: 'creating' })
const listing = success()
const rename = { id: 'passkey-1', name: 'Laptop' }
const renaming = success({ status: 'renaming', rename })
const saving = success({ status: 'saving', rename: { id: 'passkey-1', name: ' Desk ' } })
const asking = success({ status: 'asking', pendingDelete: 'passkey-1' })

const late = { type: 'passkey_created', call: 1, id: 'passkey-2', passkeys: [laptop, phone] } as const
const registered: RegistrationEffect = {
  type: 'emit',
  event: { type: 'PASSKEY_REGISTER', data: { webauthn_registration_id: 'passkey-2' } },
}

/** All expected transitions. The exploration of the flow checks that none is missing. */
export const transitions: readonly Transition[] = [
  ...noUserTransitions(),
  ...startTransitions(),
  ...[listing, renaming, saving, asking].flatMap(listTransitions),
  ...renameTransitions(),
  ...deleteTransitions(),
]

function noUserTransitions(): Transition[] {
  const waiting = noUser({ status: 'loading', failure: unanswered })
  return [
    ...[noUser(), offline, waiting].flatMap((from) => [
      transition(from, { type: 'user_changed', passkeys: [] }, start({ passkeys: [] })),
      transition(from, { type: 'user_changed', passkeys: [laptop] }, success({ passkeys: [laptop] })),
    ]),
    transition(offline, { type: 'retry_clicked' }, { ...waiting, calls: 4 }, { type: 'load_user', call: 4 }),
    transition(waiting, { type: 'user_loaded', call: 3, passkeys: [] }, start({ passkeys: [] })),
    transition(waiting, { type: 'user_loaded', call: 3, passkeys: [laptop] }, success({ passkeys: [laptop] })),
    transition(waiting, { type: 'user_not_loaded', call: 3, failure: refused }, noUser()),
    transition(waiting, { type: 'user_not_loaded', call: 3, failure: busy }, { ...offline, failure: busy }),
  ]
}

function startTransitions(): Transition[] {
  const ready = start({ failure: 'not_created' })
  return [
    // A user who has passkeys sees them; a user without any is invited to create one.
    transition(loading, { type: 'user_loaded', call: 3, passkeys: [laptop] }, success({ passkeys: [laptop] })),
    transition(loading, { type: 'user_loaded', call: 3, passkeys: [] }, start({ passkeys: [] })),
    transition(loading, { type: 'user_changed', passkeys: [laptop] }, success({ passkeys: [laptop] })),
    transition(loading, { type: 'user_changed', passkeys: [] }, start({ passkeys: [] })),
    transition(loading, { type: 'user_not_loaded', call: 3, failure: unanswered }, offline),
    ...[loading, ready, creating].flatMap((from) => {
      // Signing out closes the dialog of the browser.
      const effects = from === creating ? [{ type: 'end_creation', call: 3 } as const] : []
      return [
        transition(from, { type: 'user_changed', passkeys: null }, noUser(), ...effects),
        transition(from, { type: 'user_not_loaded', call: 3, failure: refused }, noUser(), ...effects),
      ]
    }),
    // A passkey whose dialog was skipped meanwhile exists all the same.
    transition(loading, late, success({ passkeys: [laptop, phone] }), registered),
    ...[ready, creating].map((from) => transition(from, late, { ...from, passkeys: [laptop, phone] }, registered)),
    ...[ready, creating].flatMap((from) => [
      transition(from, { type: 'user_changed', passkeys: [phone] }, { ...from, passkeys: [phone] }),
      transition(from, { type: 'user_loaded', call: 3, passkeys: [phone] }, { ...from, passkeys: [phone] }),
      transition(
        { ...from, deleting: ['passkey-1'] },
        { type: 'delete_answered', id: 'passkey-1' },
        { ...from, deleting: [] },
      ),
    ]),
    transition(ready, { type: 'create_clicked' }, start({ status: 'creating', calls: 4 }), {
      type: 'create_passkey',
      call: 4,
    }),
    transition(ready, { type: 'skip_clicked' }, listing, emitted('PASSKEY_SKIP')),
    transition(creating, { type: 'skip_clicked' }, listing, { type: 'end_creation', call: 3 }, emitted('PASSKEY_SKIP')),
    transition(
      start({ status: 'creating', deleting: ['passkey-1'] }),
      { type: 'passkey_created', call: 3, id: 'passkey-2', passkeys: [laptop, phone] },
      success({ passkeys: [phone], deleting: ['passkey-1'], created: 'passkey-2' }),
      registered,
    ),
    transition(
      creating,
      { type: 'passkey_not_created', call: 3, failure: 'duplicate' },
      start({ failure: 'duplicate' }),
    ),
  ]
}

function emitted(type: 'PASSKEY_SKIP' | 'PASSKEY_DONE'): RegistrationEffect {
  return { type: 'emit', event: { type, data: {} } }
}

/** Events that are possible in every state of the list. */
function listTransitions(from: RegistrationSuccess): Transition[] {
  const isBusy = from.status === 'saving'
  const isRenaming = isBusy || from.status === 'renaming'
  const busyWith = from.rename?.id ?? from.pendingDelete
  const others = { ...from, passkeys: [phone] }
  return [
    transition(from, { type: 'user_changed', passkeys: null }, noUser()),
    transition(from, { type: 'user_not_loaded', call: 1, failure: refused }, noUser()),
    transition(from, { type: 'user_changed', passkeys: [laptop] }, { ...from, passkeys: [laptop] }),
    transition(from, { type: 'user_changed', passkeys: [phone] }, busyWith ? success({ passkeys: [phone] }) : others),
    transition(from, { type: 'user_loaded', call: 1, passkeys: [laptop] }, { ...from, passkeys: [laptop] }),
    transition(
      from,
      { type: 'user_loaded', call: 1, passkeys: [phone] },
      busyWith ? success({ passkeys: [phone] }) : others,
    ),
    transition({ ...from, deleting: ['gone'] }, { type: 'delete_answered', id: 'gone' }, from),
    transition(from, late, { ...from, passkeys: [laptop, phone] }, registered),
    ...(isBusy
      ? []
      : [
          transition(
            from,
            { type: 'rename_clicked', id: 'passkey-2' },
            success({ status: 'renaming', rename: { id: 'passkey-2', name: 'Phone' } }),
          ),
          transition(
            from,
            { type: 'delete_clicked', id: 'passkey-2' },
            success({ status: 'asking', pendingDelete: 'passkey-2' }),
          ),
        ]),
    ...(isRenaming
      ? []
      : [
          transition(from, { type: 'another_clicked' }, start()),
          transition(from, { type: 'done_clicked' }, from, emitted('PASSKEY_DONE')),
        ]),
  ]
}

function renameTransitions(): Transition[] {
  const typed = success({ status: 'renaming', rename: { id: 'passkey-1', name: ' Desk ' } })
  return [
    transition(renaming, { type: 'name_changed', value: ' Desk ' }, typed),
    transition(
      typed,
      { type: 'rename_submitted' },
      success({ status: 'saving', rename: { id: 'passkey-1', name: ' Desk ' }, calls: 4 }),
      { type: 'rename_passkey', call: 4, id: 'passkey-1', name: 'Desk' },
    ),
    // Blank keeps the old name, and so does the old name.
    transition(
      success({ status: 'renaming', rename: { id: 'passkey-1', name: '  ' } }),
      { type: 'rename_submitted' },
      listing,
    ),
    transition(renaming, { type: 'rename_submitted' }, listing),
    transition(renaming, { type: 'rename_canceled' }, listing),
    transition(
      saving,
      { type: 'passkey_renamed', call: 3, id: 'passkey-1', name: 'Desk' },
      success({ passkeys: [{ ...laptop, name: 'Desk' }, phone], lastChange: { type: 'renamed', name: 'Desk' } }),
    ),
    transition(saving, { type: 'passkey_not_renamed', call: 3 }, typed),
  ]
}

function deleteTransitions(): Transition[] {
  return [
    transition(asking, { type: 'delete_canceled' }, listing),
    transition(
      asking,
      { type: 'delete_confirmed' },
      success({ passkeys: [phone], deleting: ['passkey-1'], lastChange: { type: 'deleted', name: 'Laptop' } }),
      { type: 'delete_passkey', id: 'passkey-1' },
    ),
  ]
}
