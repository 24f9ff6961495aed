import type { GalleryStates } from '../gallery/fixtures/gallery-state.ts'
import { offline } from '../gallery/fixtures/gallery-state.ts'
import type { Passkey, RegistrationState, RegistrationStateOf } from './passkey-registration.flow.ts'

const passkeys: readonly Passkey[] = [
  { webauthn_registration_id: '1', name: 'Laptop', created_at: '2026-03-14T12:00:00.000Z' },
  { webauthn_registration_id: '2', name: 'Phone with a name that is much longer than one line of the list' },
]

const known = { passkeys: [], deleting: [], calls: 1 } as const

function start(
  change: Partial<RegistrationStateOf<'passkey_registration_start'>> = {},
): RegistrationStateOf<'passkey_registration_start'> {
  return { ...known, screen: 'passkey_registration_start', status: 'ready', failure: null, ...change }
}

function success(
  change: Partial<RegistrationStateOf<'passkey_registration_success'>> = {},
): RegistrationStateOf<'passkey_registration_success'> {
  return {
    ...{ ...known, passkeys, screen: 'passkey_registration_success', status: 'listing' },
    ...{ created: null, rename: null, pendingDelete: null, lastChange: null, ...change },
  }
}

export const registrationStates: GalleryStates<RegistrationState> = {
  passkey_registration_start: {
    loading: { state: start({ status: 'loading' }) },
    ready: { state: start() },
    creating: { state: start({ status: 'creating' }) },
    'already there': { state: start({ failure: 'duplicate' }) },
    'not created': { state: start({ failure: 'not_created' }) },
    offline: { state: start({ failure: 'unreachable' }) },
  },
  passkey_registration_success: {
    created: { state: success({ created: '1' }) },
    skipped: { state: success({ passkeys: [] }) },
    listing: { state: success() },
    renaming: { state: success({ status: 'renaming', rename: { id: '1', name: 'Lapt' } }) },
    saving: { state: success({ status: 'saving', rename: { id: '1', name: 'Old laptop' } }) },
    'about to delete': { state: success({ status: 'asking', pendingDelete: '2' }) },
  },
  error: {
    'signed out': { state: { screen: 'error', status: 'unauthenticated', failure: null, calls: 1 } },
    offline: { state: { screen: 'error', status: 'unanswered', failure: offline, calls: 1 } },
    'asking again': { state: { screen: 'error', status: 'loading', failure: offline, calls: 1 } },
  },
}
