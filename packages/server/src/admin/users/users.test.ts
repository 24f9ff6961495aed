import { adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { type AdminHarness, onBothEngines } from '../admin.suite.ts'

const {
  adminUsersList,
  adminUsersCreate,
  adminUsersGet,
  adminUsersUpdate,
  adminUsersDelete,
  adminUsersDisable,
  adminUsersEnable,
  adminUsersUnlock,
  adminUsersPrune,
  adminUsersDeleteRegistration,
  adminUsersCreateBiometricRegistration,
  adminSessionsList,
  adminSessionsRevoke,
} = adminEndpoints

async function make(harness: AdminHarness, email: string): Promise<string> {
  const { data } = await harness.admin(adminUsersCreate, { request: { email, email_verified: true } })
  return data.user.user_id
}

const me = async (harness: AdminHarness, session: string): Promise<string> =>
  (await harness.call('GET', '/users/me', undefined, { session })).outcome

async function auditOf({ storage, project }: AdminHarness): Promise<string[]> {
  const rows = (await storage.audit.listUnsealed(10_000)).filter((row) => row.projectId === project.id)
  return rows.map(({ event, actorKind, targetId }) => `${event} ${actorKind} ${targetId}`)
}

onBothEngines('users by secret key', (open, it) => {
  it.inTurn('creates a user with all fields and responds as the contract defines', async () => {
    const harness = await open({
      settings: {
        rbacPolicy: {
          roles: [
            { role_id: 'latchkey_user', description: '', permissions: [] },
            { role_id: 'editor', description: '', permissions: [] },
          ],
          resources: [],
          scopes: [],
        },
      },
    })
    const { data, json } = await harness.admin(adminUsersCreate, {
      request: {
        email: 'Ada@Example.com',
        email_verified: true,
        phone_number: '+1 500 555 0006',
        name: { first_name: 'Ada' },
        external_id: 'crm-7',
        roles: ['editor'],
        trusted_metadata: { plan: 'pro' },
        untrusted_metadata: { theme: 'dark' },
        created_at: '2020-02-03T04:05:06Z',
      },
    })
    expect(json.error_type).toBeUndefined()
    expect(data.user).toMatchObject({
      created_at: '2020-02-03T04:05:06.000Z',
      updated_at: '2027-01-15T08:00:00.000Z',
      status: 'active',
      disabled_at: null,
      name: { first_name: 'Ada', middle_name: '', last_name: '' },
      emails: [{ email: 'ada@example.com', verified: true }],
      phone_numbers: [{ phone_number: '+15005550006', verified: false }],
      password: null,
      external_id: 'crm-7',
      roles: ['latchkey_user', 'editor'],
      trusted_metadata: { plan: 'pro' },
      untrusted_metadata: { theme: 'dark' },
    })
    const read = await harness.admin(adminUsersGet, { params: { user_id: data.user.user_id } })
    expect(read.data.user).toEqual(data.user)
    expect(adminEndpointSchemas.adminUsersGet.response.safeParse(read.data).success).toBe(true)
    expect(await auditOf(harness)).toContain(`user_create admin ${data.user.user_id}`)
    expect((await harness.signIn('ada@example.com')).accountId).toBe(data.user.user_id)
  })

  it.inTurn('rejects duplicate and invalid users', async () => {
    const { admin } = await open()
    const attempt = async (request: object): Promise<string> => (await admin(adminUsersCreate, { request })).outcome
    expect([
      await attempt({ email: 'one@example.com', external_id: 'x' }),
      await attempt({ email: 'ONE@example.com' }),
      await attempt({ email: 'two@example.com', external_id: 'x' }),
      await attempt({ phone_number: '+15005550006' }),
      await attempt({ phone_number: '+15005550006' }),
      await attempt({ email: 'invalid' }),
      await attempt({ phone_number: '12' }),
      await attempt({}),
      await attempt({ email: 'three@example.com', roles: ['unknown'] }),
      await attempt({ email: 'three@example.com', created_at: '2999-01-01T00:00:00Z' }),
      await attempt({ email: 'three@example.com', created_at: 'yesterday' }),
      await attempt({ email: 'three@example.com', password_hash: 'secret' }),
      await attempt({ phone_number: '+15005550007', password_hash: '$2b$06$x' }),
      await attempt({ email: 'three@example.com', trusted_metadata: { text: 'x'.repeat(5_000) } }),
      await attempt({ email: 'three@example.com', status: 'disabled' }),
    ]).toEqual([
      '200',
      'duplicate_email',
      'duplicate_external_id',
      '200',
      'duplicate_phone_number',
      'invalid_email',
      'invalid_phone_number',
      ...Array(4).fill('schema_error'),
      'unsupported_password_hash',
      ...Array(3).fill('schema_error'),
    ])
    expect((await admin(adminUsersList)).data.users).toHaveLength(2)
  })

  it.inTurn('lists users newest first, in pages, and rejects a cursor of another list', async () => {
    const harness = await open()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) {
      ids.unshift(await make(harness, `${name}@example.com`))
      harness.clock.advance(1)
    }
    const first = (await harness.admin(adminUsersList, { request: { limit: 2 } })).data
    const second = (await harness.admin(adminUsersList, { request: { limit: 2, cursor: first.next_cursor ?? '' } }))
      .data
    expect([first, second].map(({ users }) => users.map(({ user_id }) => user_id))).toEqual([ids.slice(0, 2), [ids[2]]])
    expect(second.next_cursor).toBeNull()
    const requests = [{ cursor: 'x' }, { cursor: btoa('[1,"\\u0000"]') }, { limit: 0 }, { limit: 201 }, { limit: 1.5 }]
    for (const request of requests)
      expect((await harness.admin(adminUsersList, { request })).outcome).toBe('schema_error')
    const twice = await harness.call('GET', '/v1/users?limit=1&limit=2', undefined, { origin: null })
    expect(twice.outcome).toBe('invalid_secret_authentication')
  })

  it.inTurn('finds users by the prefix of an address or number, or by id', async () => {
    const harness = await open()
    const ada = await make(harness, 'ada@example.com')
    const adam = await make(harness, 'adam@example.com')
    await make(harness, 'bea@example.com')
    const { data } = await harness.admin(adminUsersCreate, {
      request: { phone_number: '+15005550006', external_id: 'crm-1' },
    })
    const phone = data.user.user_id
    const search = async (query: string): Promise<string[]> =>
      (await harness.admin(adminUsersList, { request: { query } })).data.users.map(({ user_id }) => user_id)
    expect([
      await search('ADA'),
      await search('ada@example.com'),
      await search('+1 500'),
      await search('crm-1'),
      await search(ada),
      await search('zoe'),
      await search('%'),
    ]).toEqual([[ada, adam], [ada], [phone], [phone], [ada], [], []])
  })

  it.inTurn('does not find users of another project', async () => {
    const harness = await open()
    const other = await open()
    const user_id = await make(other, 'other@example.com')
    const params = { user_id, registration_id: 'x' }
    const outcomes = [
      await harness.admin(adminUsersGet, { params }),
      await harness.admin(adminUsersUpdate, { params, request: { name: { first_name: 'Eve' } } }),
      await harness.admin(adminUsersDisable, { params }),
      await harness.admin(adminUsersUnlock, { params }),
      await harness.admin(adminUsersDeleteRegistration, { params }),
      await harness.admin(adminUsersDelete, { params }),
      await harness.admin(adminSessionsList, { request: { user_id } }),
      await harness.admin(adminSessionsRevoke, { request: { user_id } }),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(8).fill('user_not_found'))
    expect((await other.admin(adminUsersGet, { params })).data.user.name.first_name).toBe('')
  })

  it.inTurn('updates single fields of a user, and removes metadata and the external id with null', async () => {
    const harness = await open()
    const params = { user_id: await make(harness, 'change@example.com') }
    const update = (request: object) => harness.admin(adminUsersUpdate, { params, request })
    await update({
      name: { first_name: 'Ada', last_name: 'Byron' },
      trusted_metadata: { a: 1, b: 2 },
      external_id: 'x',
    })
    const { data } = await update({ name: { last_name: 'Lovelace' }, trusted_metadata: { a: null, c: 3 } })
    expect(data.user).toMatchObject({
      name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
      trusted_metadata: { b: 2, c: 3 },
      external_id: 'x',
    })
    expect((await update({ external_id: null })).data.user.external_id).toBeNull()
    expect((await update({ roles: ['unknown'] })).json.body).toMatchObject([{ dataPath: '.roles[0]' }])
    const other = { user_id: await make(harness, 'change-2@example.com') }
    await update({ external_id: 'mine' })
    const taken = await harness.admin(adminUsersUpdate, { params: other, request: { external_id: 'mine' } })
    expect(taken.outcome).toBe('duplicate_external_id')
  })

  it.inTurn('signs a disabled user out and rejects sign-ins until the user is enabled (S-4)', async () => {
    const harness = await open()
    const { token, accountId: user_id } = await harness.signIn('off@example.com')
    const disabled = await harness.admin(adminUsersDisable, { params: { user_id } })
    expect(disabled.data.user.disabled_at).toBe('2027-01-15T08:00:00.000Z')
    expect(await me(harness, token)).toBe('user_unauthenticated')
    await expect(harness.signIn('off@example.com')).rejects.toThrow('sign-in failed')
    await harness.admin(adminUsersEnable, { params: { user_id } })
    expect(await me(harness, token)).toBe('user_unauthenticated')
    expect((await harness.signIn('off@example.com')).accountId).toBe(user_id)
  })

  it.inTurn('clears the lock-out of a user', async () => {
    const harness = await open()
    const { accountId: user_id } = await harness.signIn('locked@example.com')
    for (let guess = 0; guess < 10; guess += 1)
      await harness.storage.lockouts.countGuess(
        harness.project.id,
        `user:${user_id}`,
        { threshold: 10, baseMs: 1_000, maxMs: 1_000, hardCap: 100 },
        harness.clock.now(),
      )
    const locked = await harness.admin(adminUsersGet, { params: { user_id } })
    const unlocked = await harness.admin(adminUsersUnlock, { params: { user_id } })
    expect([locked.data.user.is_locked, unlocked.data.user.is_locked]).toEqual([true, false])
    expect((await harness.signIn('locked@example.com')).accountId).toBe(user_id)
  })

  it.inTurn('invalidates all secrets of a deleted user and frees the address (S-4)', async () => {
    const harness = await open()
    const { token, accountId: user_id } = await harness.signIn('gone@example.com')
    const started = await harness.call('POST', '/otps/email/login_or_create', { email: 'gone@example.com' })
    const code = (await harness.lastMessage('gone@example.com')).codes[0]
    expect((await harness.admin(adminUsersDelete, { params: { user_id } })).status).toBe(200)
    expect(await me(harness, token)).toBe('user_unauthenticated')
    const spent = { token: code, method_id: started.data.method_id, session_duration_minutes: 30 }
    expect((await harness.call('POST', '/otps/authenticate', spent)).outcome).toBe('otp_code_not_found')
    expect((await harness.admin(adminUsersDelete, { params: { user_id } })).outcome).toBe('user_not_found')
    const { accountId } = await harness.signIn('gone@example.com')
    expect(accountId).not.toBe(user_id)
    expect(await auditOf(harness)).toContain(`user_delete admin ${user_id}`)
  })

  it.inTurn('prunes only pending users without a verified factor', async () => {
    const harness = await open()
    const options = { email: 'squat@example.com', create_user_as_pending: true }
    await harness.call('POST', '/magic_links/email/login_or_create', options)
    await harness.admin(adminUsersCreate, { request: { email: 'pending@example.com', status: 'pending' } })
    await make(harness, 'active@example.com')
    harness.clock.advance(29 * 24 * 60 * 60_000)
    const prune = async (older_than_days: number) =>
      (await harness.admin(adminUsersPrune, { request: { older_than_days } })).data.removed
    expect([await prune(30), await prune(28), await prune(28)]).toEqual([0, 2, 0])
    const { data } = await harness.admin(adminUsersList)
    expect(data.users.map(({ emails }) => emails[0]?.email)).toEqual(['active@example.com'])
  })

  it.inTurn('removes a registration and adds a biometric one for a backend', async () => {
    const harness = await open()
    const user_id = await make(harness, 'biometric@example.com')
    const public_key = Buffer.alloc(32, 7).toString('base64')
    const params = { user_id }
    const made = await harness.admin(adminUsersCreateBiometricRegistration, { params, request: { public_key } })
    const registration_id = made.data.biometric_registration_id
    expect(made.data.user.biometric_registrations).toEqual([
      { biometric_registration_id: registration_id, verified: true },
    ])
    for (const wrong of ['', 'AA==', `${public_key}!`])
      expect(
        (await harness.admin(adminUsersCreateBiometricRegistration, { params, request: { public_key: wrong } }))
          .outcome,
      ).toBe('schema_error')
    const again = await harness.admin(adminUsersCreateBiometricRegistration, { params, request: { public_key } })
    expect(again.json.body).toMatchObject([{ dataPath: '.public_key', message: 'is already registered' }])
    const removed = await harness.admin(adminUsersDeleteRegistration, { params: { user_id, registration_id } })
    expect(removed.data.user.biometric_registrations).toEqual([])
    const twice = await harness.admin(adminUsersDeleteRegistration, { params: { user_id, registration_id } })
    expect(twice.outcome).toBe('registration_not_found')
  })
})

onBothEngines('sessions by secret key', (open, it) => {
  it('lists the sessions of a user and revokes one or all', async () => {
    const harness = await open()
    const first = await harness.signIn('many@example.com')
    harness.clock.advance(1_000)
    const second = await harness.signIn('many@example.com')
    const third = await harness.signIn('other@example.com')
    const list = async () =>
      (await harness.admin(adminSessionsList, { request: { user_id: first.accountId } })).data.sessions.map(
        ({ session_id }) => session_id,
      )
    expect(await list()).toEqual([second.sessionId, first.sessionId])
    const revoke = (request: object) => harness.admin(adminSessionsRevoke, { request })
    expect((await revoke({ session_id: second.sessionId })).data.revoked).toEqual([second.sessionId])
    expect((await revoke({ session_id: second.sessionId })).outcome).toBe('session_not_found')
    expect([await me(harness, second.token), await me(harness, first.token)]).toEqual(['user_unauthenticated', '200'])
    expect((await revoke({ user_id: first.accountId })).data.revoked).toEqual([first.sessionId])
    expect([await list(), await me(harness, third.token)]).toEqual([[], '200'])
    expect((await revoke({})).outcome).toBe('schema_error')
    expect((await revoke({ session_id: 'x', user_id: 'y' })).outcome).toBe('schema_error')
    const { text } = await harness.admin(adminSessionsList, { request: { user_id: third.accountId } })
    expect(text).not.toContain(third.token)
  })
})
