import type { Client, User } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import { clientInternals } from '@latchkey/client/internal'
import { sessionDurationMinutes } from '@latchkey/contract'
import type { Runner } from '../flow/actor.ts'
import type { Callbacks } from '../flow/callbacks.ts'
import { failureOf, isUnanswered } from '../flow/failure.ts'
import { createHostCallbacks } from '../widget/host-callbacks.ts'
import type {
  CreationFailure,
  Passkey,
  RegistrationEffect,
  RegistrationEvent,
  RegistrationOutcome,
} from './passkey-registration.flow.ts'

export interface RegistrationDeps {
  readonly client: Client
  readonly clock: Pick<Clock, 'now'>
  /** How long the session lasts after a new passkey. Defaults to the remaining time. */
  readonly sessionDurationMinutes?: number | undefined
  /** A function, because a host page may pass other callbacks at any time. */
  readonly callbacks: () => Callbacks
}

export function passkeysOf(user: User): readonly Passkey[] {
  return user.webauthn_registrations.map(({ webauthn_registration_id, name, aaguid, created_at }) => ({
    webauthn_registration_id,
    name,
    aaguid,
    created_at,
  }))
}

/** Runs the effects of passkey registration. */
export function createRegistrationRunner(deps: RegistrationDeps): Runner<RegistrationEvent, RegistrationEffect> {
  const { client, callbacks } = deps
  const { error: logError } = clientInternals(client)
  const { notifyHost, reportError } = createHostCallbacks(client, callbacks)
  /** The last dialog. The user may have left it before the provider has responded. */
  let creation: AbortController | undefined
  let ended = 0

  /** True if another user has signed in since: the passkeys of the previous user must not be shown. */
  const isAnother = (user: User): boolean => (client.user.getSync() ?? user).user_id !== user.user_id

  async function loadUser(call: number): Promise<RegistrationOutcome | undefined> {
    try {
      const user = await client.user.get()
      return isAnother(user) ? undefined : { type: 'user_loaded', call, passkeys: passkeysOf(user) }
    } catch (error) {
      reportError(error)
      return { type: 'user_not_loaded', call, failure: failureOf(error) }
    }
  }

  async function create(call: number, { signal }: AbortController): Promise<RegistrationOutcome | undefined> {
    try {
      const { webauthn_registration_id: id, user } = await client.webauthn.register({
        is_passkey: true,
        session_duration_minutes: durationFor(deps),
        signal,
      })
      return isAnother(user) ? undefined : { type: 'passkey_created', call, id, passkeys: passkeysOf(user) }
    } catch (error) {
      // The flow ended the dialog and expects no result.
      if (signal.aborted) return undefined
      reportError(error)
      return { type: 'passkey_not_created', call, failure: creationFailureOf(error) }
    }
  }

  async function rename(effect: Extract<RegistrationEffect, { type: 'rename_passkey' }>): Promise<RegistrationOutcome> {
    const { call, id, name } = effect
    try {
      const { webauthn_registration } = await client.webauthn.update({ webauthn_registration_id: id, name })
      return { type: 'passkey_renamed', call, id, name: webauthn_registration.name }
    } catch (error) {
      logError('The passkey was not renamed.', error)
      reportError(error)
      return { type: 'passkey_not_renamed', call }
    }
  }

  async function remove(id: string): Promise<RegistrationOutcome> {
    try {
      await client.user.deleteWebauthnRegistration(id)
    } catch (error) {
      logError('The passkey was not deleted.', error)
      reportError(error)
    }
    return { type: 'delete_answered', id }
  }

  return (effect, settle) => {
    switch (effect.type) {
      case 'load_user':
        loadUser(effect.call).then(settle)
        return undefined
      case 'create_passkey': {
        // A remounted widget does not reopen a dialog that was ended.
        if (effect.call <= ended) return undefined
        const own = new AbortController()
        creation = own
        create(effect.call, own).then(settle)
        // An unmounted widget closes its dialog.
        return () => own.abort()
      }
      case 'end_creation':
        creation?.abort()
        ended = effect.call
        return undefined
      case 'rename_passkey':
        rename(effect).then(settle)
        return undefined
      case 'delete_passkey':
        remove(effect.id).then(settle)
        return undefined
      case 'emit':
        notifyHost(({ onEvent }) => onEvent?.(effect.event))
        return undefined
      default:
        return effect satisfies never
    }
  }
}

/** A new passkey must not shorten the session. */
function durationFor({ client, clock, sessionDurationMinutes: given }: RegistrationDeps): number {
  const { end = 0 } = clientInternals(client).session.get()
  const left = Math.ceil((end - clock.now()) / 60_000)
  return given ?? Math.max(sessionDurationMinutes, left)
}

/** Browsers have different messages for a device that has a passkey already, but one error name (WebAuthn 3 §5.1.3). */
function creationFailureOf(thrown: unknown): CreationFailure {
  const { cause, message, error_type } = Object(thrown) as Partial<Error & { error_type: string }>
  const isDuplicate =
    (cause as Partial<Error> | undefined)?.name === 'InvalidStateError' ||
    error_type === 'duplicate_webauthn_registration' ||
    /excluded list|excludeCredentials|already registered|previously registered/i.test(message ?? '')
  if (isDuplicate) return 'duplicate'
  return isUnanswered(failureOf(thrown)) ? 'unreachable' : 'not_created'
}
