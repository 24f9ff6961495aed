import { describe, expect, it } from 'vitest'
import type { Client } from '../../create-client.ts'
import { createTestSetup, gate, makeAuth, makeUser, rejection, signIn } from '../../test-setup.suite.ts'

async function createHarness() {
  const setup = createTestSetup()
  const { client } = setup.open()
  await signIn(setup, client)
  const calls = (): unknown[] =>
    setup.script.sent
      .filter(({ path }) => path.startsWith('/users/'))
      .map(({ method, path, body }) => [method, path, body])
  return { setup, client, calls }
}

describe('user', () => {
  it('fetches the user and stores it [C-CALL-08]', async () => {
    const { setup, client, calls } = await createHarness()
    const user = makeUser('ada', {
      webauthn_registrations: [
        {
          webauthn_registration_id: 'webauthn-registration-test-1',
          domain: 'app.example.com',
          user_agent: 'test',
          authenticator_type: 'platform',
          verified: true,
          name: 'My laptop',
        },
      ],
    })
    setup.script.on('/users/me', { data: user })
    expect((await client.user.get()).webauthn_registrations[0]?.name).toBe('My laptop')
    expect(calls()).toEqual([['GET', '/users/me', null]])
    expect(client.user.getSync()).toEqual(user)
  })

  it('rejects a response with another user and ends the session (S-15)', async () => {
    const { setup, client } = await createHarness()
    setup.script.on('/users/me', { data: makeUser('bob') })
    await expect(client.user.get()).rejects.toThrow('Invalid response from our servers.')
    expect(client.user.getSync()).toBeNull()
  })

  it.each([
    ['/users/me', makeUser('ada'), (client: Client) => client.user.get()],
    ['/sessions/authenticate', makeAuth('s1', 'ada'), (client: Client) => client.session.authenticate()],
  ])('does not replace a newer user with the response of %s', async (path, data, read) => {
    const { setup, client } = await createHarness()
    const changed = makeUser('ada', { untrusted_metadata: { theme: 'dark' } })
    const late = gate()
    setup.script.on(path, () => late.promise.then(() => ({ data })))
    const reading = read(client)
    setup.script.on('/users/me', { data: { __user: changed } })
    await client.user.update({ untrusted_metadata: { theme: 'dark' } })
    late.open()
    await reading
    expect(client.user.getSync()).toEqual(changed)
    setup.script.on(path, { data })
    await read(client)
    expect(client.user.getSync()).toEqual(makeUser('ada'))
  })

  it('updates the user and stores the user of the response [C-CALL-09]', async () => {
    const { setup, client, calls } = await createHarness()
    const changed = makeUser('ada', { untrusted_metadata: { theme: 'dark' } })
    const rest = { user_id: changed.user_id, emails: changed.emails, phone_numbers: [], crypto_wallets: [] }
    setup.script.on('/users/me', { data: { ...rest, __user: changed } })
    const seen: unknown[] = []
    client.user.onChange((user) => seen.push(user?.untrusted_metadata))
    const response = await client.user.update({ untrusted_metadata: { theme: 'dark' }, name: { first_name: 'Ada' } })
    expect(response).toEqual({ request_id: 'request-id-test-1', status_code: 200, ...rest })
    expect(calls()).toEqual([
      ['PUT', '/users/me', { untrusted_metadata: { theme: 'dark' }, name: { first_name: 'Ada' } }],
    ])
    expect(client.user.getSync()).toEqual(changed)
    expect(seen).toEqual([{ theme: 'dark' }])
  })

  it('removes a registration of each type [C-CALL-10] [C-CALL-11] [C-CALL-12] [C-CALL-13] [C-CALL-14] [C-CALL-15] [C-CALL-16]', async () => {
    const { setup, client, calls } = await createHarness()
    const kinds = [
      ['deleteEmail', 'emails'],
      ['deletePhoneNumber', 'phone_numbers'],
      ['deleteTOTP', 'totps'],
      ['deleteCryptoWallet', 'crypto_wallets'],
      ['deleteOAuthRegistration', 'oauth'],
      ['deleteWebauthnRegistration', 'webauthn_registrations'],
      ['deleteBiometricRegistration', 'biometric_registrations'],
    ] as const
    for (const [method, kind] of kinds) {
      setup.script.on(`/users/${kind}/id-1`, {
        data: { user_id: 'user-test-ada', __user: makeUser('ada', { roles: [kind] }) },
      })
      expect(await client.user[method]('id-1')).toEqual({
        request_id: 'request-id-test-1',
        status_code: 200,
        user_id: 'user-test-ada',
      })
      expect(client.user.getSync()?.roles).toEqual([kind])
      expect((await rejection(client.user[method](7 as never))).message).toBe(
        `Invalid call to user.${method}\nid must be a string`,
      )
    }
    expect(calls()).toEqual(kinds.map(([, kind]) => ['DELETE', `/users/${kind}/id-1`, null]))
  })

  it('lists the connected apps, and revokes one [C-CALL-17] [C-CALL-18]', async () => {
    const { setup, client, calls } = await createHarness()
    setup.script.on('/users/connected_apps', { data: { connected_apps: [] } })
    setup.script.on('/users/connected_apps/app-1/revoke', { data: {} })
    expect((await client.user.getConnectedApps()).connected_apps).toEqual([])
    await client.user.revokeConnectedApp('app-1')
    expect(calls()).toEqual([
      ['GET', '/users/connected_apps', null],
      ['POST', '/users/connected_apps/app-1/revoke', null],
    ])
    expect((await rejection(client.user.revokeConnectedApp(7 as never))).message).toBe(
      'Invalid call to user.revokeConnectedApp\nid must be a string',
    )
  })

  it('searches for a user by email [C-CALL-19]', async () => {
    const { setup, client, calls } = await createHarness()
    setup.script.on('/users/search', { data: { userType: 'passwordless' } })
    expect((await client.user.search('a@example.com')).userType).toBe('passwordless')
    expect(calls()).toEqual([['POST', '/users/search', { email: 'a@example.com' }]])
  })

  it('checks its arguments before a request [C-VAL-05] [C-VAL-07] [C-VAL-08]', async () => {
    const { client, calls } = await createHarness()
    for (const value of ['text', null, ['a']]) {
      expect((await rejection(client.user.update({ untrusted_metadata: value as never }))).message).toBe(
        'Invalid call to user.update\nuntrusted_metadata must be an object',
      )
    }
    expect((await rejection(client.user.search(7 as never))).message).toBe(
      'Invalid call to user.search\nemail must be a string',
    )
    expect(calls()).toEqual([])
  })
})
