import type { User } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { signalChanges, signalRejectedCredential } from './signals.ts'

const phone = {
  ...{ webauthn_registration_id: 'passkey-1', domain: 'app.example.com', user_agent: '', authenticator_type: '' },
  ...{ verified: true, name: 'Phone', credential_id: 'AQ' },
}
const laptop = { ...phone, webauthn_registration_id: 'passkey-2', name: 'Laptop', credential_id: 'Ag' }

function makeUser(change: Partial<User> = {}): User {
  return {
    user_id: 'user-1',
    emails: [{ email_id: 'email-1', email: 'ada@example.com', verified: true }],
    phone_numbers: [],
    name: { first_name: '', middle_name: '', last_name: '' },
    webauthn_registrations: [phone],
    ...change,
  } as unknown as User
}

/** A browser that records the signals it receives. */
function listen(
  capabilities: Record<string, boolean> = { signalUnknownCredential: true, signalCurrentUserDetails: true },
) {
  const received: unknown[] = []
  const record = (name: string) => async (of: object) => void received.push([name, of])
  const native = {
    getClientCapabilities: async () => capabilities,
    signalUnknownCredential: record('unknown'),
    signalCurrentUserDetails: record('details'),
  }
  return { native, received }
}

async function changes(before: User, after: User): Promise<unknown[]> {
  const { native, received } = listen()
  await signalChanges(native, before, after)
  return received
}

const unknownSignal = ['unknown', { rpId: 'app.example.com', credentialId: 'AQ' }]
const details = (name: string, displayName: string) => [
  'details',
  { rpId: 'app.example.com', userId: 'dXNlci0x', name, displayName },
]

/** Signals that the provider does not know the credential AQ of this domain. */
const signalRejection = (native: Parameters<typeof signalRejectedCredential>[0], rpId: string): Promise<void> =>
  signalRejectedCredential(
    native,
    JSON.stringify({ rpId, challenge: 'AA' }),
    JSON.stringify({ id: 'AQ', type: 'public-key' }),
  )

describe('signalChanges', () => {
  it.each([
    ['a deleted passkey', makeUser(), makeUser({ webauthn_registrations: [] }), [unknownSignal]],
    [
      'no signal for passkeys that stay',
      makeUser({ webauthn_registrations: [phone, laptop] }),
      makeUser({ webauthn_registrations: [laptop] }),
      [unknownSignal],
    ],
    ['no signal without a list of passkeys', makeUser(), makeUser({ webauthn_registrations: undefined } as never), []],
    ['no signal for a new passkey', makeUser(), makeUser({ webauthn_registrations: [phone, laptop] }), []],
    ['no signal without a change', makeUser(), makeUser(), []],
    [
      'the new name of a passkey',
      makeUser(),
      makeUser({ webauthn_registrations: [{ ...phone, name: 'Old phone' }] }),
      [details('ada@example.com', 'Old phone')],
    ],
    [
      'no new name if there are several passkeys',
      makeUser({ webauthn_registrations: [phone, laptop] }),
      makeUser({ webauthn_registrations: [{ ...phone, name: 'Old phone' }, laptop] }),
      [],
    ],
    [
      'the new email address of the user',
      makeUser(),
      makeUser({ emails: [{ email_id: 'email-2', email: 'ada@new.example', verified: true }] }),
      [details('ada@new.example', 'ada@new.example')],
    ],
    [
      'the new name of the user',
      makeUser(),
      makeUser({ name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' } }),
      [details('ada@example.com', 'Ada Lovelace')],
    ],
    [
      'no signal without a credential id',
      makeUser({ webauthn_registrations: [{ ...phone, credential_id: undefined } as never] }),
      makeUser({ webauthn_registrations: [] }),
      [],
    ],
  ])('sends the passkey manager %s', async (_, before, after, expected) => {
    expect(await changes(before, after)).toEqual(expected)
  })

  it('signals that a rejected credential is unknown', async () => {
    const { native, received } = listen()
    await signalRejection(native, 'app.example.com')
    expect(received).toEqual([unknownSignal])
  })
})

describe('signals', () => {
  it('does nothing in a browser without signals', async () => {
    const { native, received } = listen({})
    await signalRejection(native, 'app.example.com')
    await signalRejection(undefined, 'app.example.com')
    await signalRejection({}, 'app.example.com')
    expect(received).toEqual([])
  })

  it('ignores the error of a browser that rejects a signal', async () => {
    const { native } = listen()
    native.signalUnknownCredential = () => Promise.reject(new DOMException('Not allowed.', 'SecurityError'))
    await expect(signalRejection(native, 'other.example')).resolves.toBeUndefined()
  })
})
