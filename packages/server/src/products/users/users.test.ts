import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'

const kinds = [
  'emails',
  'phone_numbers',
  'totps',
  'crypto_wallets',
  'oauth',
  'webauthn_registrations',
  'biometric_registrations',
]

describe.each(engines)('users on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const remove = (harness: Harness, kind: string, id: string, session: string | null) =>
    harness.call('DELETE', `/users/${kind}/${id}`, undefined, { session })

  async function addEmail(
    harness: Harness,
    email: string,
    session: string,
  ): Promise<{ emailId: string; token: string }> {
    const sent = await harness.call('POST', '/otps/email/send/secondary', { email }, { session })
    const [code] = (await harness.lastMessage(email)).codes
    const body = { token: code, method_id: sent.data.method_id, session_duration_minutes: 30 }
    const { data } = await harness.call('POST', '/otps/authenticate', body, { session })
    const emailId = data.user.emails.find((one) => one.email === email)?.email_id ?? ''
    return { emailId, token: data.session_token }
  }

  it.inTurn('requires a session for every call about the user', async () => {
    const harness = await createHarness(storage)
    const calls = [
      harness.call('GET', '/users/me'),
      harness.call('PUT', '/users/me', {}),
      ...kinds.map((kind) => remove(harness, kind, 'x', null)),
    ]
    expect((await Promise.all(calls)).map(({ outcome }) => outcome)).toEqual(Array(9).fill('user_unauthenticated'))
  })

  describe('update', () => {
    it.inTurn('updates the name and the metadata by key', async () => {
      const harness = await createHarness(storage)
      const { token, accountId } = await harness.signIn('ada@example.com')
      const put = (body: object) => harness.call('PUT', '/users/me', body, { session: token })
      await put({ untrusted_metadata: { theme: 'dark', old: 1 }, name: { first_name: 'Ada' } })
      const { data } = await put({ untrusted_metadata: { old: null, lang: 'en' }, name: { last_name: 'Byron' } })
      const { data: user } = await harness.call('GET', '/users/me', undefined, { session: token })
      const { request_id, status_code, ...whole } = user
      expect([whole.untrusted_metadata, whole.name]).toEqual([
        { theme: 'dark', lang: 'en' },
        { first_name: 'Ada', middle_name: '', last_name: 'Byron' },
      ])
      expect(data).toEqual({
        ...{ request_id: data.request_id, status_code: 200, user_id: accountId, emails: whole.emails },
        ...{ phone_numbers: [], crypto_wallets: [], __user: whole },
      })
    })

    it.inTurn('ignores fields that a user must not change', async () => {
      const harness = await createHarness(storage)
      const { token, accountId } = await harness.signIn('ada@example.com')
      const before = await storage.accounts.get(harness.project.id, accountId)
      const { outcome } = await harness.call(
        'PUT',
        '/users/me',
        {
          ...{ roles: ['admin'], user_id: 'x', status: 'pending', created_at: 'x', emails: [], email_verified: true },
          ...{
            trusted_metadata: { admin: true },
            external_id: 'x',
            is_locked: true,
            name: { first_name: 'A', roles: 'x' },
          },
        },
        { session: token },
      )
      expect(outcome).toBe('200')
      const after = await storage.accounts.get(harness.project.id, accountId)
      expect(after).toEqual({ ...before, name: { first_name: 'A', middle_name: '', last_name: '' } })
    })

    it.inTurn('stores unusual metadata keys as they are, and rejects values that cannot be stored', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com')
      const put = (body: unknown) => harness.call('PUT', '/users/me', body, { session: token })
      const { data } = await put({ untrusted_metadata: { constructor: 1, prototype: 2, toString: 'x' } })
      expect(data.__user.untrusted_metadata).toEqual({ constructor: 1, prototype: 2, toString: 'x' })
      for (const body of [
        '{"untrusted_metadata":{"__proto__":{"polluted":true}}}',
        '{"untrusted_metadata":{"a":"\\u0000"}}',
        '{"untrusted_metadata":{"a":"\\ud800"}}',
        '{"untrusted_metadata":[1]}',
        '{"untrusted_metadata":"x"}',
        JSON.stringify({ untrusted_metadata: { a: 'x'.repeat(4_100) } }),
      ])
        expect((await put(body)).outcome).toBe('schema_error')
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    })

    it.inTurn('loses no key when two calls change different keys at once', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com')
      const keys = Array.from({ length: 12 }, (_, index) => `key${index}`)
      await Promise.all(
        keys.map((key) => harness.call('PUT', '/users/me', { untrusted_metadata: { [key]: 1 } }, { session: token })),
      )
      const { data } = await harness.call('GET', '/users/me', undefined, { session: token })
      expect(Object.keys(data.untrusted_metadata).sort()).toEqual(keys.sort())
    })
  })

  describe('deleting a registration', () => {
    it.inTurn('removes a registration and returns the whole user', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      const { emailId, token } = await addEmail(harness, 'work@example.com', ada.token)
      const { data } = await remove(harness, 'emails', emailId, token)
      expect([data.user_id, data.__user.emails.map(({ email }) => email)]).toEqual([ada.accountId, ['ada@example.com']])
    })

    it.inTurn('rejects a registration of another user like an unknown one, and removes neither', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      const { emailId } = await addEmail(harness, 'work@example.com', ada.token)
      const eve = await harness.signIn('eve@example.com')
      for (const kind of kinds) {
        for (const id of [ada.emailId, emailId, 'email-test-unknown', '__proto__', "' or 1=1 --"]) {
          const answer = await remove(harness, kind, encodeURIComponent(id), eve.token)
          expect([answer.status, answer.outcome]).toEqual([404, 'registration_not_found'])
        }
      }
      expect((await storage.accounts.get(harness.project.id, ada.accountId))?.registrations).toHaveLength(2)
    })

    it.inTurn('keeps the last factor, also when two calls remove factors at once', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      expect((await remove(harness, 'emails', ada.emailId, ada.token)).outcome).toBe('last_factor')
      const { emailId, token } = await addEmail(harness, 'work@example.com', ada.token)
      const both = await Promise.all([
        remove(harness, 'emails', ada.emailId, token),
        remove(harness, 'emails', emailId, token),
      ])
      expect(both.map(({ outcome }) => outcome).sort()).toEqual(['200', 'last_factor'])
    })

    it.inTurn('requires a recent sign-in to remove a registration if the project requires step-up', async () => {
      const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
      const ada = await harness.signIn('ada@example.com')
      const { emailId, token } = await addEmail(harness, 'work@example.com', ada.token)
      harness.clock.advance(10 * 60_000 + 1)
      expect((await remove(harness, 'emails', emailId, token)).outcome).toBe('step_up_required')
    })
  })

  describe('search', () => {
    const search = (harness: Harness, email: string, options = {}) =>
      harness.call('POST', '/users/search', { email }, options)

    it.inTurn('distinguishes new users, users without a password and users with one', async () => {
      const harness = await createHarness(storage)
      await harness.signIn('ada@example.com')
      const { accountId } = await harness.signIn('pat@example.com')
      const password = {
        kind: 'password',
        uniqueKey: accountId,
        verified: true,
        details: {},
        createdAt: 1,
        verifiedAt: 1,
      } as const
      await storage.accounts.addRegistration({
        id: 'password-test-1',
        ...projectRealm(harness.project.id),
        accountId,
        ...password,
      })
      const found = []
      for (const email of ['new@example.com', 'ADA@example.com', 'pat@example.com'])
        found.push((await search(harness, email)).data.userType)
      expect(found).toEqual(['new', 'passwordless', 'password'])
      expect((await search(harness, 'x')).outcome).toBe('invalid_email')
    })

    it.inTurn('answers the same for every address in a strict project', async () => {
      const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
      await harness.signIn('ada@example.com')
      const answers = [await search(harness, 'ada@example.com'), await search(harness, 'bob@example.com')]
      expect(answers.map(({ data, headers }) => [data.userType, [...headers.keys()]])).toEqual(
        Array(2).fill(['password', [...(answers[0]?.headers.keys() ?? [])]]),
      )
    })

    it.inTurn('limits searches by network, by address and for the project', async () => {
      const harness = await createHarness(storage, {
        settings: { limits: { searches_per_project: { limit: 20, windowMs: 60_000 } } },
      })
      const outcomes = async (count: number, email: (n: number) => string, peer: (n: number) => string) => {
        const all = []
        for (let n = 0; n < count; n += 1) all.push((await search(harness, email(n), { peerAddress: peer(n) })).outcome)
        return all
      }
      expect(
        await outcomes(
          11,
          (n) => `a${n}@b.co`,
          () => '198.51.100.1',
        ),
      ).toEqual([...Array(10).fill('200'), 'too_many_requests'])
      expect(
        await outcomes(
          6,
          () => 'same@b.co',
          () => '198.51.101.1',
        ),
      ).toEqual([...Array(5).fill('200'), 'too_many_requests'])
      expect(
        await outcomes(
          5,
          (n) => `c${n}@b.co`,
          (n) => `198.51.102.${n}`,
        ),
      ).toEqual([...Array(4).fill('200'), 'too_many_requests'])
    })
  })
})
