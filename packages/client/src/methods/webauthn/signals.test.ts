import type { User } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { signalChanges, signalRejectedCredential } from './signals.ts'

const phone = {
  ...{ webauthn_registration_id: 'passkey-1', domain: 'app.example.com', user_agent: '', authenticator_type: '' },
  ...{ verified: true, name: 'Phone', credential_id: 'AQ' },
}
const laptop = { ...phone, webauthn_registration_id: 'passkey-2', name: 'Laptop', credential_id: 'Ag' }

function person(change: Partial<User> = {}): User {
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
  const heard: unknown[] = []
  const note = (name: string) => async (of: object) => void heard.push([name, of])
  const native = {
    getClientCapabilities: async () => capabilities,
    signalUnknownCredential: note('unknown'),
    signalCurrentUserDetails: note('details'),
  }
  return { native, heard }
}

async function changes(before: User, after: User): Promise<unknown[]> {
  const { native, heard } = listen()
  await signalChanges(native, before, after)
  return heard
}

const gone = ['unknown', { rpId: 'app.example.com', credentialId: 'AQ' }]
const details = (name: string, displayName: string) => [
  'details',
  { rpId: 'app.example.com', userId: 'dXNlci0x', name, displayName },
]

/** Signals that the provider does not know the credential AQ of this domain. */
const refused = (native: Parameters<typeof signalRejectedCredential>[0], rpId: string): Promise<void> =>
  signalRejectedCredential(
    native,
    JSON.stringify({ rpId, challenge: 'AA' }),
    JSON.stringify({ id: 'AQ', type: 'public-key' }),
  )

describe('the passkey manager receives', () => {
  it.each([
    ['that it was deleted', person(), person({ webauthn_registrations: [] }), [gone]],
    [
      'no signal for passkeys that stay',
      person({ webauthn_registrations: [phone, laptop] }),
      person({ webauthn_registrations: [laptop] }),
      [gone],
    ],
    ['no signal without a list of passkeys', person(), person({ webauthn_registrations: undefined } as never), []],
    ['nothing of a new one', person(), person({ webauthn_registrations: [phone, laptop] }), []],
    ['nothing where nothing has changed', person(), person(), []],
    [
      'the new name of a passkey',
      person(),
      person({ webauthn_registrations: [{ ...phone, name: 'Old phone' }] }),
      [details('ada@example.com', 'Old phone')],
    ],
    [
      'no new name if there are several passkeys',
      person({ webauthn_registrations: [phone, laptop] }),
      person({ webauthn_registrations: [{ ...phone, name: 'Old phone' }, laptop] }),
      [],
    ],
    [
      'the new email address of the user',
      person(),
      person({ emails: [{ email_id: 'email-2', email: 'ada@new.example', verified: true }] }),
      [details('ada@new.example', 'ada@new.example')],
    ],
    [
      'the new name of the user',
      person(),
      person({ name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' } }),
      [details('ada@example.com', 'Ada Lovelace')],
    ],
    [
      'no signal without a credential id',
      person({ webauthn_registrations: [{ ...phone, credential_id: undefined } as never] }),
      person({ webauthn_registrations: [] }),
      [],
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await changes(before, after)).toEqual(expected)
  })

  it('that a rejected credential is unknown', async () => {
    const { native, heard } = listen()
    await refused(native, 'app.example.com')
    expect(heard).toEqual([gone])
  })
})

describe('a browser', () => {
  it('without signals receives none', async () => {
    const { native, heard } = listen({})
    await refused(native, 'app.example.com')
    await refused(undefined, 'app.example.com')
    await refused({}, 'app.example.com')
    expect(heard).toEqual([])
  })

  it('that rejects a signal causes no error', async () => {
    const { native } = listen()
    native.signalUnknownCredential = () => Promise.reject(new DOMException('Not yours.', 'SecurityError'))
    await expect(refused(native, 'elsewhere.example')).resolves.toBeUndefined()
  })
})
