import type { Storage } from '@latchkey/server'
import { expect } from 'vitest'
import type { Testkit } from '../index.ts'
import {
  ada,
  bob,
  halfHour,
  minute,
  onBothEngines,
  outcomes,
  rejection,
  sentTo,
  signInByCode,
} from './contract.suite.ts'

const phone = '+12025550123'
type RegistrationKind = Parameters<Storage['accounts']['addRegistration']>[0]['kind']

async function addPhone(kit: Testkit): Promise<string> {
  const { method_id } = await kit.client.otps.sms.send(phone)
  const { user } = await kit.client.otps.authenticate(kit.inbox.lastCode(phone), method_id, halfHour)
  return user.phone_numbers[0]?.phone_id ?? ''
}

async function addEmail(kit: Testkit, email: string): Promise<string> {
  const { method_id } = await kit.client.otps.email.send(email)
  const { user } = await kit.client.otps.authenticate(kit.inbox.lastCode(email), method_id, halfHour)
  return user.emails.find((one) => one.email === email)?.email_id ?? ''
}

/** A registration of a kind whose sign-in method is not built yet. */
async function addRegistration(kit: Testkit, kind: RegistrationKind, details: Record<string, string>): Promise<string> {
  const id = `${kind}-test-1`
  await kit.storage.accounts.addRegistration({
    ...{ projectId: kit.project.id, organizationId: null, id },
    ...{ accountId: kit.client.user.getSync()?.user_id ?? '', kind, uniqueKey: id },
    ...{ verified: true, details, createdAt: kit.clock.now(), verifiedAt: kit.clock.now() },
  })
  return id
}

onBothEngines('the user', (open, _engine, it) => {
  it.inTurn('fetches the complete user and updates the stored user [C-CALL-08] [C-SES-09] [C-SES-10]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await addRegistration(kit, 'webauthn', {
      domain: 'app.example.com',
      user_agent: 'test',
      authenticator_type: 'platform',
      name: 'Blue key',
    })
    const user = await kit.client.user.get()
    expect(sentTo(kit, '/users/me')).toMatchObject([{ method: 'GET', body: null }])
    expect(user).toMatchObject({
      user_id: expect.stringMatching(/^user-test-/),
      roles: ['latchkey_user'],
      untrusted_metadata: {},
      emails: [{ email: ada, verified: true }],
      phone_numbers: [],
      totps: [],
      crypto_wallets: [],
      providers: [],
      webauthn_registrations: [{ webauthn_registration_id: 'webauthn-test-1', name: 'Blue key', verified: true }],
      biometric_registrations: [],
    })
    expect(kit.client.user.getSync()).toEqual(user)
  })

  it.inTurn('stores metadata and merges it key by key [C-CALL-09] [C-SES-09] [C-VAL-08]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const notifications: unknown[] = []
    kit.client.user.onChange((user) => notifications.push(user?.untrusted_metadata))
    await kit.client.user.update({ untrusted_metadata: { theme: 'dark', old: 1 } })
    await kit.client.user.update({ untrusted_metadata: { old: null, nested: { list: [1, 'two', false] } } })
    await kit.client.user.update({ name: { first_name: 'Ada' } })
    expect(sentTo(kit, '/users/me').map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { untrusted_metadata: { theme: 'dark', old: 1 } }],
      ['PUT', { untrusted_metadata: { old: null, nested: { list: [1, 'two', false] } } }],
      ['PUT', { name: { first_name: 'Ada' } }],
    ])
    const merged = { theme: 'dark', nested: { list: [1, 'two', false] } }
    expect(notifications).toEqual([{ theme: 'dark', old: 1 }, merged, merged])
    const fetched = await kit.client.user.get()
    expect([fetched.untrusted_metadata, fetched.name.first_name]).toEqual([merged, 'Ada'])
  })

  it.inTurn('stores hostile names and texts in metadata unchanged, and rejects invalid ones', async () => {
    const kit = await open()
    await signInByCode(kit)
    const hostile = {
      constructor: 'x',
      prototype: { toString: 1 },
      hasOwnProperty: 'y',
      '': 'empty',
      $where: '1; drop table users',
      'a.b': "' or 1=1 --",
      '<script>': '<img src=x onerror=alert(1)>',
      '😀': '\u202e\u200b\ufeff',
    }
    await kit.client.user.update({ untrusted_metadata: hostile })
    expect((await kit.client.user.get()).untrusted_metadata).toEqual(hostile)
    const invalid = [
      JSON.parse('{"__proto__":{"polluted":true}}'),
      JSON.parse('{"deep":{"__proto__":{"polluted":true}}}'),
      { nul: 'a\0b' },
      { lone: '\ud800' },
      { '\ud800': 1 },
      { big: 'x'.repeat(4_096) },
    ]
    for (const untrusted_metadata of invalid) {
      expect(await outcomes(() => kit.client.user.update({ untrusted_metadata }))).toEqual(['SchemaError'])
    }
    expect((await kit.client.user.get()).untrusted_metadata).toEqual(hostile)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it.inTurn('cannot change read-only fields', async () => {
    const kit = await open()
    await signInByCode(kit)
    const before = kit.client.user.getSync()
    const token = kit.client.session.getTokens()?.session_token
    const readOnlyFields = {
      roles: ['admin'],
      trusted_metadata: { admin: true },
      status: 'pending',
      user_id: 'x',
      emails: [],
    }
    expect((await kit.call('PUT', '/users/me', readOnlyFields, token)).status).toBe(200)
    expect(await kit.client.user.get()).toEqual(before)
  })

  it.inTurn('checks arguments before a request [C-VAL-07] [C-VAL-08]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.network.idle()
    const sent = kit.network.requests.length
    for (const untrusted_metadata of ['text', 7, true, ['list'], null]) {
      const error = await rejection(kit.client.user.update({ untrusted_metadata } as never))
      expect([error.name, error.message]).toEqual([
        'UsageError',
        'Invalid call to user.update\nuntrusted_metadata must be an object',
      ])
    }
    expect(await outcomes(() => kit.client.user.deleteEmail(7 as never))).toEqual(['UsageError'])
    expect(kit.network.requests).toHaveLength(sent)
    await kit.client.user.update({})
    expect(sentTo(kit, '/users/me')).toMatchObject([{ method: 'PUT', body: {} }])
  })

  it.inTurn('loses an address or a number, and the stored user is updated [C-CALL-10] [C-CALL-11]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const phoneId = await addPhone(kit)
    const emailId = await addEmail(kit, 'work@example.com')
    const deleted = await kit.client.user.deletePhoneNumber(phoneId)
    expect(sentTo(kit, `/users/phone_numbers/${phoneId}`)).toMatchObject([{ method: 'DELETE', body: null }])
    expect(deleted).toEqual({
      request_id: expect.any(String),
      status_code: 200,
      user_id: kit.client.user.getSync()?.user_id,
    })
    expect(kit.client.user.getSync()?.phone_numbers).toEqual([])
    await kit.client.user.deleteEmail(emailId)
    expect(sentTo(kit, `/users/emails/${emailId}`)).toMatchObject([{ method: 'DELETE', body: null }])
    expect(kit.client.user.getSync()).toMatchObject({ emails: [{ email: ada }], phone_numbers: [] })
    await kit.client.session.revoke()
    expect(await outcomes(() => kit.client.otps.sms.send(phone))).toEqual(['phone_number_not_found'])
  })

  it.each([
    ['totp', 'totps', 'deleteTOTP', 'totps'],
    ['crypto_wallet', 'crypto_wallets', 'deleteCryptoWallet', 'crypto_wallets'],
    ['oauth', 'oauth', 'deleteOAuthRegistration', 'providers'],
    ['webauthn', 'webauthn_registrations', 'deleteWebauthnRegistration', 'webauthn_registrations'],
    ['biometric', 'biometric_registrations', 'deleteBiometricRegistration', 'biometric_registrations'],
  ] as const)(
    'loses a registration of the type %s [C-CALL-12] [C-CALL-13] [C-CALL-14] [C-CALL-15] [C-CALL-16]',
    async (kind, path, method, field) => {
      const kit = await open()
      await signInByCode(kit)
      const id = await addRegistration(kit, kind, {})
      expect((await kit.client.user.get())[field]).toHaveLength(1)
      await kit.client.user[method](id)
      expect(sentTo(kit, `/users/${path}/${id}`)).toMatchObject([{ method: 'DELETE', body: null }])
      expect([kit.client.user.getSync()?.[field], (await kit.client.user.get())[field]]).toEqual([[], []])
    },
  )

  it('keeps the last factor, and the factors of other users (A-11)', async () => {
    const kit = await open()
    const other = kit.openBrowser().client
    await signInByCode(kit, bob, { client: other })
    await signInByCode(kit)
    const [own = '', foreign = ''] = [kit.client, other].map(({ user }) => user.getSync()?.emails[0]?.email_id)
    const { user } = kit.client
    expect(await outcomes(() => user.deleteEmail(own))).toEqual(['last_factor'])
    const [alien, unknown] = [await rejection(user.deleteEmail(foreign)), await rejection(user.deleteEmail('email-x'))]
    const { request_id: _, ...error } = alien as unknown as { request_id: string; error_type: string }
    expect(error).toMatchObject({ error_type: 'registration_not_found', status_code: 404 })
    expect(unknown).toMatchObject({ error_type: 'registration_not_found', status_code: 404 })
    expect((await other.user.get()).emails).toMatchObject([{ email: bob }])
    expect(user.getSync()?.emails).toMatchObject([{ email: ada }])
    expect(kit.client.session.getSync()).not.toBeNull()
    const phoneId = await addPhone(kit)
    await user.deleteEmail(own)
    expect(await outcomes(() => user.deletePhoneNumber(phoneId))).toEqual(['last_factor'])
  })

  it('needs a recent sign-in to change factors if the project requires it (A-12)', async () => {
    const kit = await open({ settings: { stepUpMinutes: 10 } })
    await signInByCode(kit)
    const id = await addPhone(kit)
    await kit.clock.advance(10 * minute + 1)
    expect(
      await outcomes(
        () => kit.client.user.deletePhoneNumber(id),
        () => kit.client.otps.email.send(bob),
      ),
    ).toEqual(['step_up_required', 'step_up_required'])
    expect(kit.client.session.getSync()).not.toBeNull()
    await signInByCode(kit)
    await kit.client.user.deletePhoneNumber(id)
  })

  it.inTurn('finds a user by email as new, passwordless or with a password [C-CALL-19]', async () => {
    const kit = await open({
      settings: {
        captcha: { enabled: true, siteKey: 'site-1', secretSealed: '' },
        dfp: { enabled: true, mode: 'OBSERVATION' },
      },
      captcha: { verify: async () => true },
      client: {
        captcha: { getToken: async () => 'captcha-1' },
        telemetryId: { getTelemetryId: async () => 'telemetry-1' },
      },
    })
    const search = async (email: string) => (await kit.client.user.search(email)).userType
    expect(await search(ada)).toBe('new')
    expect(sentTo(kit, '/users/search')).toMatchObject([{ method: 'POST' }])
    expect(sentTo(kit, '/users/search')[0]?.body).toEqual({
      email: ada,
      captcha_token: 'captcha-1',
      dfp_telemetry_id: 'telemetry-1',
    })
    await signInByCode(kit)
    expect(await search('ADA@example.com')).toBe('passwordless')
    await addRegistration(kit, 'password', {})
    expect(await search(ada)).toBe('password')
    expect(await outcomes(() => search('no address'))).toEqual(['invalid_email'])
  })

  it.inTurn('does not distinguish existing from new users in a strict project [C-CALL-19]', async () => {
    const kit = await open({ settings: { enumeration: 'strict' } })
    await signInByCode(kit)
    await kit.client.session.revoke()
    const found = [await kit.client.user.search(ada), await kit.client.user.search(bob)]
    expect(found.map(({ userType }) => userType)).toEqual(['password', 'password'])
    const results = await outcomes(
      () => kit.client.otps.email.send(ada),
      () => kit.client.otps.email.send(bob),
      () => kit.client.magicLinks.email.send(bob),
    )
    expect([results, kit.inbox.messages(bob)]).toEqual([['ok', 'ok', 'ok'], []])
  })

  it.inTurn('keeps the session after an invalid access token', async () => {
    const kit = await open()
    await signInByCode(kit)
    const { session } = kit.client
    const exchange = session.exchangeAccessToken({ access_token: 'x', ...halfHour })
    expect(await rejection(exchange)).toMatchObject({ error_type: 'invalid_access_token', status_code: 401 })
    expect(session.getSync()).not.toBeNull()
  })

  it.inTurn('rejects reads and changes of the user without a session', async () => {
    const kit = await open()
    const { user } = kit.client
    const calls = [() => user.get(), () => user.update({}), () => user.deleteEmail('x'), () => user.deleteTOTP('x')]
    expect(await outcomes(...calls)).toEqual(Array(4).fill('user_unauthenticated'))
  })
})
