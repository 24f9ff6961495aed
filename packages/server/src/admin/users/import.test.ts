import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { adminEndpoints, type NewUser } from '@latchkey/contract/admin'
import { expect } from 'vitest'
import { projectRealm } from '../../storage/realm.ts'
import { type AdminHarness, onBothEngines } from '../admin.suite.ts'

const { adminUsersCreate, adminUsersGet, adminUsersImport, adminUsersList } = adminEndpoints

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Published vectors of jBCrypt, Argon2, RFC 7914 and passlib; those of scrypt and Django were generated. */
const hashes: [kind: string, hash: string, password: string][] = [
  ['bcrypt', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe', 'a'],
  ['bcrypt of PHP', '$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i', 'abc'],
  ['Argon2id', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
  ['Argon2i', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA', 'password'],
  [
    'scrypt',
    `$scrypt$ln=10,r=8,p=16$${base64(Buffer.from('NaCl'))}$${base64(scryptSync('password', 'NaCl', 64, { N: 1024, r: 8, p: 16 }))}`,
    'password',
  ],
  // The vector of https://github.com/firebase/scrypt.
  [
    'Firebase scrypt',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    'user1password',
  ],
  ['PBKDF2', '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ', 'password'],
  [
    'PBKDF2 of Django',
    `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync('lètmein', 'seasalt', 1000, 32, 'sha256').toString('base64')}`,
    'lètmein',
  ],
]

const importUsers = (harness: AdminHarness, users: NewUser[], dry_run?: boolean) =>
  harness.admin(adminUsersImport, { request: { users, ...(dry_run === undefined ? {} : { dry_run }) } })

/** The passwords of the vectors are weaker than the default policy allows. */
const settings = {
  passwordPolicy: {
    strength: 'zxcvbn' as const,
    minimumLength: 8,
    ludsComplexity: 3,
    ludsMinimumCount: 8,
    breachDetectionOnCreate: true,
    breachDetectionOnAuthentication: false,
  },
}

onBothEngines('an import', (open, it) => {
  it.each(hashes)(
    'accepts the imported password (%s) and replaces its hash with argon2id',
    async (_kind, hash, password) => {
      const harness = await open({ settings })
      const email = 'imported@example.com'
      const { data } = await importUsers(harness, [{ email, email_verified: true, password_hash: hash }])
      expect(data).toMatchObject({ imported: 1, refused: 0, results: [{ index: 0, error_type: null }] })
      const stored = async (): Promise<string | undefined> => {
        const account = await harness.storage.accounts.findByRegistration(
          projectRealm(harness.project.id),
          'email',
          email,
        )
        const id = account?.registrations.find(({ kind }) => kind === 'password')?.id ?? ''
        return (await harness.storage.passwords.find(harness.project.id, id))?.hash
      }
      const signIn = async (attempt: string): Promise<string> => {
        const body = { email, password: attempt, session_duration_minutes: 30 }
        return (await harness.call('POST', '/passwords/authenticate', body)).outcome
      }
      expect([await signIn(`${password}x`), await stored()]).toEqual(['unauthorized_credentials', hash])
      expect(await signIn(password)).toBe('200')
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
      expect([await signIn(password), await signIn(`${password}x`)]).toEqual(['200', 'unauthorized_credentials'])
    },
  )

  it.inTurn('imports valid users and reports the error of each rejected one', async () => {
    const harness = await open()
    await importUsers(harness, [{ email: 'here@example.com', external_id: 'x' }])
    const { data } = await importUsers(harness, [
      { email: 'first@example.com' },
      { email: 'here@example.com' },
      { email: 'First@Example.com' },
      { email: 'broken' },
      { email: 'second@example.com', password_hash: 'plain' },
      { email: 'second@example.com', external_id: 'x' },
      { name: { first_name: 'Ada' } },
      { email: 'second@example.com', roles: ['unknown'] },
      { phone_number: '+15005550006' },
    ])
    expect([data.imported, data.refused]).toEqual([2, 7])
    expect(data.results.map(({ error_type }) => error_type)).toEqual([
      null,
      'duplicate_email',
      'duplicate_email',
      'invalid_email',
      'unsupported_password_hash',
      'duplicate_external_id',
      'schema_error',
      'schema_error',
      null,
    ])
    expect(data.results.map(({ error_message }) => error_message).slice(6, 8)).toEqual([
      'email or phone_number is required',
      'roles[0] is not a role of the RBAC policy',
    ])
    expect((await harness.admin(adminUsersList)).data.users).toHaveLength(3)
  })

  it.inTurn('returns the same result from a dry run without storing users', async () => {
    const harness = await open()
    const users = [{ email: 'a@example.com' }, { email: 'A@example.com' }, { email: 'b@example.com', external_id: 'x' }]
    const tried = (await importUsers(harness, users, true)).data
    expect((await harness.admin(adminUsersList)).data.users).toEqual([])
    const done = (await importUsers(harness, users)).data
    const outcome = ({ imported, refused, results }: typeof done) => [
      ...[imported, refused],
      results.map(({ error_type }) => error_type),
    ]
    expect(outcome(tried)).toEqual(outcome(done))
  })

  it('creates each user once when the same list is imported concurrently', async () => {
    const harness = await open()
    const users = Array.from({ length: 5 }, (_, index) => ({ email: `race-${index}@example.com` }))
    const all = await Promise.all(Array.from({ length: 4 }, () => importUsers(harness, users)))
    expect(all.map(({ outcome }) => outcome)).toEqual(Array(4).fill('200'))
    expect(all.reduce((sum, { data }) => sum + data.imported, 0)).toBe(5)
    expect((await harness.admin(adminUsersList)).data.users).toHaveLength(5)
  })

  it.inTurn('rejects unknown fields by their name, and so does the creation of a user', async () => {
    const harness = await open()
    const auth0 = { email: 'a@example.com', passwordHash: '$2b$10$x' } as NewUser
    const answer = await importUsers(harness, [{ email: 'b@example.com' }, auth0])
    expect([answer.outcome, answer.json.body]).toMatchObject([
      'schema_error',
      [{ dataPath: '.users[1]', message: 'has unknown fields: passwordHash' }],
    ])
    const created = await harness.admin(adminUsersCreate, {
      request: { email: 'a@example.com', password: 'x' } as NewUser,
    })
    expect([created.outcome, created.json.body?.[0]?.message]).toEqual(['schema_error', 'has unknown fields: password'])
    const named = { email: 'a@example.com', name: { given_name: 'Ada' } } as NewUser
    expect((await harness.admin(adminUsersCreate, { request: named })).json.body?.[0]).toMatchObject({
      dataPath: '.name',
      message: 'has unknown fields: given_name',
    })
    expect((await harness.admin(adminUsersList)).data.users).toEqual([])
  })

  it.inTurn('counts the imported fields, also in a dry run', async () => {
    const harness = await open()
    const users: NewUser[] = [
      {
        email: 'ada@example.com',
        email_verified: true,
        additional_emails: [{ email: 'ada@example.org' }],
        phone_number: '+12025550123',
        phone_number_verified: true,
        password_hash: hashes[0]?.[1] ?? '',
        name: { first_name: 'Ada' },
      },
      { phone_number: '+12025550124', additional_phone_numbers: [{ phone_number: '+12025550125', verified: true }] },
      { email: 'broken', name: { first_name: 'Not counted' } },
    ]
    const counts = {
      ...{ emails: 2, verified_emails: 1, phone_numbers: 3, verified_phone_numbers: 2 },
      ...{ passwords: 1, names: 1 },
    }
    const tried = (await importUsers(harness, users, true)).data
    expect(tried).toMatchObject({ imported: 2, refused: 1, counts })
    const done = (await importUsers(harness, users)).data
    expect(done).toMatchObject({ imported: 2, refused: 1, counts })
    const { data } = await harness.admin(adminUsersGet, { params: { user_id: done.results[0]?.user_id ?? '' } })
    expect(data.user.emails.map(({ email, verified }) => [email, verified])).toEqual([
      ['ada@example.com', true],
      ['ada@example.org', false],
    ])
  })

  it.inTurn('keeps disabled users disabled and ids of another database', async () => {
    const harness = await open()
    const user_id = 'user-test-019a0000-0000-7000-8000-000000000001'
    const users = [{ user_id, email: 'kept@example.com', disabled: true }]
    expect((await importUsers(harness, users, true)).data.refused).toBe(0)
    expect((await importUsers(harness, users)).data.results[0]?.user_id).toBe(user_id)
    const { data } = await harness.admin(adminUsersGet, { params: { user_id } })
    expect(data.user.disabled_at).not.toBeNull()
    const again = await importUsers(harness, [
      { user_id, email: 'other@example.com' },
      { user_id: user_id.replace('test', 'live'), email: 'other@example.com' },
      { email: 'kept@example.com', additional_emails: [{ email: 'KEPT@example.com' }] },
    ])
    expect(again.data.results.map(({ error_message }) => error_message)).toEqual([
      'user_id belongs to an existing user',
      'user_id must be a user id such as user-test-…',
      'A user with this email already exists.',
    ])
  })

  it.inTurn('imports an export without loss and audits both', async () => {
    const source = await open()
    const users: NewUser[] = [
      {
        user_id: 'user-test-019a0000-0000-7000-8000-0000000000aa',
        email: 'ada@example.com',
        email_verified: true,
        additional_emails: [{ email: 'ada@example.org', verified: false }],
        phone_number: '+12025550123',
        phone_number_verified: true,
        additional_phone_numbers: [{ phone_number: '+12025550124', verified: false }],
        status: 'active',
        name: { first_name: 'Ada', middle_name: 'K.', last_name: 'Lovelace' },
        external_id: 'x-1',
        trusted_metadata: { plan: 'pro' },
        untrusted_metadata: { theme: 'dark' },
        password_hash: hashes[0]?.[1] ?? '',
        created_at: '2020-02-03T04:05:06.789Z',
      },
      {
        user_id: 'user-test-019a0000-0000-7000-8000-0000000000ab',
        email: 'off@example.com',
        email_verified: false,
        status: 'pending',
        disabled: true,
        created_at: '2021-01-01T00:00:00.000Z',
      },
    ]
    await importUsers(source, users)
    const read = async (harness: AdminHarness, withPasswordHashes: boolean) => {
      const exported: NewUser[] = []
      const leftOut: string[] = []
      for await (const one of harness.administration.exportUsers(harness.project, { withPasswordHashes })) {
        exported.unshift(one.user)
        leftOut.push(...one.leftOut)
      }
      return { exported, leftOut }
    }
    expect(await read(source, true)).toEqual({ exported: users, leftOut: [] })
    const { password_hash: _hash, ...withoutHash } = users[0] ?? {}
    expect(await read(source, false)).toEqual({ exported: [withoutHash, users[1]], leftOut: ['password'] })
    const target = await open()
    expect((await importUsers(target, (await read(source, true)).exported)).data).toMatchObject({ imported: 2 })
    expect(await read(target, true)).toEqual({ exported: users, leftOut: [] })
    const all = await source.storage.audit.listUnsealed(10_000)
    const rows = all.filter(({ projectId }) => projectId === source.project.id)
    const exports = rows.filter(({ event }) => event === 'user_export')
    expect(exports.map(({ actorId, targetId }) => `${actorId} ${targetId}`).sort()).toEqual([
      'cli:tests null',
      'cli:tests with_password_hashes',
      'cli:tests with_password_hashes',
    ])
  })

  it.inTurn('keeps every address of a user whose main address is verified later, in a session', async () => {
    const harness = await open()
    const email = 'ada@example.com'
    const phone = { phone_number: '+12025550123', phone_number_verified: true }
    const additional_emails = [
      { email: 'ada@example.org', verified: true },
      { email: 'aaa@example.net', verified: false },
    ]
    await importUsers(harness, [{ email, additional_emails, ...phone }])
    // In a session of the account: verified without one, the address would move to a new account.
    const { token: session } = await harness.signIn('ada@example.org')
    const sent = await harness.call('POST', '/otps/email/send/secondary', { email }, { session })
    const [token] = (await harness.lastMessage(email)).codes
    const proof = { token, method_id: sent.data.method_id, session_duration_minutes: 30 }
    expect((await harness.call('POST', '/otps/authenticate', proof, { session })).outcome).toBe('200')
    const account = await harness.storage.accounts.findByRegistration(projectRealm(harness.project.id), 'email', email)
    expect(account?.registrations.map(({ uniqueKey, verified }) => [uniqueKey, verified])).toEqual([
      [email, true],
      ['ada@example.org', true],
      ['aaa@example.net', false],
      ['+12025550123', true],
    ])
  })

  it.inTurn('limits the number of users in one import', async () => {
    const harness = await open()
    expect((await importUsers(harness, [])).outcome).toBe('schema_error')
    expect((await importUsers(harness, Array(1_001).fill({ email: 'a@example.com' }))).outcome).toBe('schema_error')
  })
})
