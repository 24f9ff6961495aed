import type { Storage } from '@latchkey/server'
import { expect, it } from 'vitest'
import type { World } from '../index.ts'
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
type RegistrationKind = Parameters<Storage['users']['addRegistration']>[0]['kind']

async function addPhone(world: World): Promise<string> {
  const { method_id } = await world.client.otps.sms.send(phone)
  const { user } = await world.client.otps.authenticate(world.inbox.lastCode(phone), method_id, halfHour)
  return user.phone_numbers[0]?.phone_id ?? ''
}

async function addEmail(world: World, email: string): Promise<string> {
  const { method_id } = await world.client.otps.email.send(email)
  const { user } = await world.client.otps.authenticate(world.inbox.lastCode(email), method_id, halfHour)
  return user.emails.find((one) => one.email === email)?.email_id ?? ''
}

/** A registration of a kind whose sign-in method is not built yet. */
async function plant(world: World, kind: RegistrationKind, details: Record<string, string>): Promise<string> {
  const id = `${kind}-test-1`
  await world.storage.users.addRegistration({
    ...{ id, projectId: world.project.id, userId: world.client.user.getSync()?.user_id ?? '', kind, uniqueKey: id },
    ...{ verified: true, details, createdAt: world.clock.now(), verifiedAt: world.clock.now() },
  })
  return id
}

onBothEngines('the user', (open) => {
  it('is fetched without a payload, whole, and what the page knows follows [C-CALL-08] [C-SES-09] [C-SES-10]', async () => {
    const world = await open()
    await signInByCode(world)
    await plant(world, 'webauthn', {
      domain: 'app.example.com',
      user_agent: 'test',
      authenticator_type: 'platform',
      name: 'Blue key',
    })
    const user = await world.client.user.get()
    expect(sentTo(world, '/users/me')).toMatchObject([{ method: 'GET', body: null }])
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
    expect(world.client.user.getSync()).toEqual(user)
  })

  it('has metadata that is sent, kept and merged key by key [C-CALL-09] [C-SES-09] [C-VAL-08]', async () => {
    const world = await open()
    await signInByCode(world)
    const told: unknown[] = []
    world.client.user.onChange((user) => told.push(user?.untrusted_metadata))
    await world.client.user.update({ untrusted_metadata: { theme: 'dark', old: 1 } })
    await world.client.user.update({ untrusted_metadata: { old: null, nested: { list: [1, 'two', false] } } })
    await world.client.user.update({ name: { first_name: 'Ada' } })
    expect(sentTo(world, '/users/me').map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { untrusted_metadata: { theme: 'dark', old: 1 } }],
      ['PUT', { untrusted_metadata: { old: null, nested: { list: [1, 'two', false] } } }],
      ['PUT', { name: { first_name: 'Ada' } }],
    ])
    const kept = { theme: 'dark', nested: { list: [1, 'two', false] } }
    expect(told).toEqual([{ theme: 'dark', old: 1 }, kept, kept])
    const fetched = await world.client.user.get()
    expect([fetched.untrusted_metadata, fetched.name.first_name]).toEqual([kept, 'Ada'])
  })

  it('keeps hostile names and texts in metadata for what they are, and refuses the rest', async () => {
    const world = await open()
    await signInByCode(world)
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
    await world.client.user.update({ untrusted_metadata: hostile })
    expect((await world.client.user.get()).untrusted_metadata).toEqual(hostile)
    const refused = [
      JSON.parse('{"__proto__":{"polluted":true}}'),
      JSON.parse('{"deep":{"__proto__":{"polluted":true}}}'),
      { nul: 'a\0b' },
      { lone: '\ud800' },
      { '\ud800': 1 },
      { big: 'x'.repeat(4_096) },
    ]
    for (const untrusted_metadata of refused) {
      expect(await outcomes(() => world.client.user.update({ untrusted_metadata }))).toEqual(['SchemaError'])
    }
    expect((await world.client.user.get()).untrusted_metadata).toEqual(hostile)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('cannot change what is not theirs to change', async () => {
    const world = await open()
    await signInByCode(world)
    const before = world.client.user.getSync()
    const token = world.client.session.getTokens()?.session_token
    const wishes = { roles: ['admin'], trusted_metadata: { admin: true }, status: 'pending', user_id: 'x', emails: [] }
    expect((await world.call('PUT', '/users/me', wishes, token)).status).toBe(200)
    expect(await world.client.user.get()).toEqual(before)
  })

  it('checks arguments before anything is sent [C-VAL-07] [C-VAL-08]', async () => {
    const world = await open()
    await signInByCode(world)
    await world.network.idle()
    const sent = world.network.requests.length
    for (const untrusted_metadata of ['text', 7, true, ['list'], null]) {
      const error = await rejection(world.client.user.update({ untrusted_metadata } as never))
      expect([error.name, error.message]).toEqual([
        'UsageError',
        'Invalid call to user.update\nuntrusted_metadata must be an object',
      ])
    }
    expect(await outcomes(() => world.client.user.deleteEmail(7 as never))).toEqual(['UsageError'])
    expect(world.network.requests).toHaveLength(sent)
    await world.client.user.update({})
    expect(sentTo(world, '/users/me')).toMatchObject([{ method: 'PUT', body: {} }])
  })

  it('loses an address or a number, and the page hears of it [C-CALL-10] [C-CALL-11]', async () => {
    const world = await open()
    await signInByCode(world)
    const phoneId = await addPhone(world)
    const emailId = await addEmail(world, 'work@example.com')
    const deleted = await world.client.user.deletePhoneNumber(phoneId)
    expect(sentTo(world, `/users/phone_numbers/${phoneId}`)).toMatchObject([{ method: 'DELETE', body: null }])
    expect(deleted).toEqual({
      request_id: expect.any(String),
      status_code: 200,
      user_id: world.client.user.getSync()?.user_id,
    })
    expect(world.client.user.getSync()?.phone_numbers).toEqual([])
    await world.client.user.deleteEmail(emailId)
    expect(sentTo(world, `/users/emails/${emailId}`)).toMatchObject([{ method: 'DELETE', body: null }])
    expect(world.client.user.getSync()).toMatchObject({ emails: [{ email: ada }], phone_numbers: [] })
    await world.client.session.revoke()
    expect(await outcomes(() => world.client.otps.sms.send(phone))).toEqual(['phone_number_not_found'])
  })

  it.each([
    ['totp', 'totps', 'deleteTOTP', 'totps'],
    ['crypto_wallet', 'crypto_wallets', 'deleteCryptoWallet', 'crypto_wallets'],
    ['oauth', 'oauth', 'deleteOAuthRegistration', 'providers'],
    ['webauthn', 'webauthn_registrations', 'deleteWebauthnRegistration', 'webauthn_registrations'],
    ['biometric', 'biometric_registrations', 'deleteBiometricRegistration', 'biometric_registrations'],
  ] as const)(
    'loses a registration of the kind %s [C-CALL-12] [C-CALL-13] [C-CALL-14] [C-CALL-15] [C-CALL-16]',
    async (kind, path, method, field) => {
      const world = await open()
      await signInByCode(world)
      const id = await plant(world, kind, {})
      expect((await world.client.user.get())[field]).toHaveLength(1)
      await world.client.user[method](id)
      expect(sentTo(world, `/users/${path}/${id}`)).toMatchObject([{ method: 'DELETE', body: null }])
      expect([world.client.user.getSync()?.[field], (await world.client.user.get())[field]]).toEqual([[], []])
    },
  )

  it('keeps the last way in, and every way that is somebody else’s (A-11)', async () => {
    const world = await open()
    const other = world.openBrowser().client
    await signInByCode(world, bob, { client: other })
    await signInByCode(world)
    const [own = '', foreign = ''] = [world.client, other].map(({ user }) => user.getSync()?.emails[0]?.email_id)
    const { user } = world.client
    expect(await outcomes(() => user.deleteEmail(own))).toEqual(['last_factor'])
    const [alien, unknown] = [await rejection(user.deleteEmail(foreign)), await rejection(user.deleteEmail('email-x'))]
    const { request_id: _, ...seen } = alien as unknown as { request_id: string; error_type: string }
    expect(seen).toMatchObject({ error_type: 'registration_not_found', status_code: 404 })
    expect(unknown).toMatchObject({ error_type: 'registration_not_found', status_code: 404 })
    expect((await other.user.get()).emails).toMatchObject([{ email: bob }])
    expect(user.getSync()?.emails).toMatchObject([{ email: ada }])
    expect(world.client.session.getSync()).not.toBeNull()
    const phoneId = await addPhone(world)
    await user.deleteEmail(own)
    expect(await outcomes(() => user.deletePhoneNumber(phoneId))).toEqual(['last_factor'])
  })

  it('needs a fresh sign-in to change factors where the project says so (A-12)', async () => {
    const world = await open({ settings: { stepUpMinutes: 10 } })
    await signInByCode(world)
    const id = await addPhone(world)
    await world.clock.advance(10 * minute + 1)
    expect(
      await outcomes(
        () => world.client.user.deletePhoneNumber(id),
        () => world.client.otps.email.send(bob),
      ),
    ).toEqual(['step_up_required', 'step_up_required'])
    expect(world.client.session.getSync()).not.toBeNull()
    await signInByCode(world)
    await world.client.user.deletePhoneNumber(id)
  })

  it('is found by e-mail as new, passwordless or with a password [C-CALL-19]', async () => {
    const world = await open({
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
    const search = async (email: string) => (await world.client.user.search(email)).userType
    expect(await search(ada)).toBe('new')
    expect(sentTo(world, '/users/search')).toMatchObject([{ method: 'POST' }])
    expect(sentTo(world, '/users/search')[0]?.body).toEqual({
      email: ada,
      captcha_token: 'captcha-1',
      dfp_telemetry_id: 'telemetry-1',
    })
    await signInByCode(world)
    expect(await search('ADA@example.com')).toBe('passwordless')
    await plant(world, 'password', {})
    expect(await search(ada)).toBe('password')
    expect(await outcomes(() => search('no address'))).toEqual(['invalid_email'])
  })

  it('is not told from a stranger where the project is strict [C-CALL-19]', async () => {
    const world = await open({ settings: { enumeration: 'strict' } })
    await signInByCode(world)
    await world.client.session.revoke()
    const found = [await world.client.user.search(ada), await world.client.user.search(bob)]
    expect(found.map(({ userType }) => userType)).toEqual(['password', 'password'])
    const asked = await outcomes(
      () => world.client.otps.email.send(ada),
      () => world.client.otps.email.send(bob),
      () => world.client.magicLinks.email.send(bob),
    )
    expect([asked, world.inbox.messages(bob)]).toEqual([['ok', 'ok', 'ok'], []])
  })

  it('keeps the session when an access token is none', async () => {
    const world = await open()
    await signInByCode(world)
    const { session } = world.client
    const exchange = session.exchangeAccessToken({ access_token: 'x', ...halfHour })
    expect(await rejection(exchange)).toMatchObject({ error_type: 'invalid_access_token', status_code: 401 })
    expect(session.getSync()).not.toBeNull()
  })

  it('without a session cannot be read or changed', async () => {
    const world = await open()
    const { user } = world.client
    const calls = [() => user.get(), () => user.update({}), () => user.deleteEmail('x'), () => user.deleteTOTP('x')]
    expect(await outcomes(...calls)).toEqual(Array(4).fill('user_unauthenticated'))
  })
})
