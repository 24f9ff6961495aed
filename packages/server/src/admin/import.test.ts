import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { adminEndpoints, type NewUser } from '@latchkey/contract/admin'
import { expect, it } from 'vitest'
import { type AdminWorld, onBothEngines } from './admin.suite.ts'

const { adminUsersImport, adminUsersList } = adminEndpoints

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Published vectors: jBCrypt's, the Argon2 reference's, RFC 7914's and passlib's; scrypt and Django's made here. */
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
  ['PBKDF2', '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ', 'password'],
  [
    'PBKDF2 of Django',
    `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync('lètmein', 'seasalt', 1000, 32, 'sha256').toString('base64')}`,
    'lètmein',
  ],
]

const importUsers = (world: AdminWorld, users: NewUser[], dry_run?: boolean) =>
  world.admin(adminUsersImport, { request: { users, ...(dry_run === undefined ? {} : { dry_run }) } })

/** The vectors are passwords of the sort that is refused today. */
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

onBothEngines('an import', (open) => {
  it.each(hashes)(
    'lets people in with their password of before (%s), and makes the hash ours',
    async (_kind, hash, password) => {
      const world = await open({ settings })
      const email = 'imported@example.com'
      const { data } = await importUsers(world, [{ email, email_verified: true, password_hash: hash }])
      expect(data).toMatchObject({ imported: 1, refused: 0, results: [{ index: 0, error_type: null }] })
      const stored = async (): Promise<string | undefined> => {
        const user = await world.storage.users.findByRegistration(world.project.id, 'email', email)
        const id = user?.registrations.find(({ kind }) => kind === 'password')?.id ?? ''
        return (await world.storage.passwords.find(world.project.id, id))?.hash
      }
      const signIn = async (attempt: string): Promise<string> => {
        const body = { email, password: attempt, session_duration_minutes: 30 }
        return (await world.call('POST', '/passwords/authenticate', body)).outcome
      }
      expect([await signIn(`${password}x`), await stored()]).toEqual(['unauthorized_credentials', hash])
      expect(await signIn(password)).toBe('200')
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
      expect([await signIn(password), await signIn(`${password}x`)]).toEqual(['200', 'unauthorized_credentials'])
    },
  )

  it('takes whoever it can, and says of each of the others why not', async () => {
    const world = await open()
    await importUsers(world, [{ email: 'here@example.com', external_id: 'x' }])
    const { data } = await importUsers(world, [
      { email: 'first@example.com' },
      { email: 'here@example.com' },
      { email: 'First@Example.com' },
      { email: 'broken' },
      { email: 'second@example.com', password_hash: 'plain' },
      { email: 'second@example.com', external_id: 'x' },
      { name: { first_name: 'Nobody' } },
      { email: 'second@example.com', roles: ['stranger'] },
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
      'email must be given, or else phone_number',
      'roles[0] is no role of the RBAC policy',
    ])
    expect((await world.admin(adminUsersList)).data.users).toHaveLength(3)
  })

  it('that is only tried says the same and does nothing', async () => {
    const world = await open()
    const users = [{ email: 'a@example.com' }, { email: 'A@example.com' }, { email: 'b@example.com', external_id: 'x' }]
    const tried = (await importUsers(world, users, true)).data
    expect((await world.admin(adminUsersList)).data.users).toEqual([])
    const done = (await importUsers(world, users)).data
    const outcome = ({ imported, refused, results }: typeof done) => [
      ...[imported, refused],
      results.map(({ error_type }) => error_type),
    ]
    expect(outcome(tried)).toEqual(outcome(done))
  })

  it('of one list by many at once makes each user once', async () => {
    const world = await open()
    const users = Array.from({ length: 5 }, (_, index) => ({ email: `race-${index}@example.com` }))
    const all = await Promise.all(Array.from({ length: 4 }, () => importUsers(world, users)))
    expect(all.map(({ outcome }) => outcome)).toEqual(Array(4).fill('200'))
    expect(all.reduce((sum, { data }) => sum + data.imported, 0)).toBe(5)
    expect((await world.admin(adminUsersList)).data.users).toHaveLength(5)
  })

  it('is bounded', async () => {
    const world = await open()
    expect((await importUsers(world, [])).outcome).toBe('schema_error')
    expect((await importUsers(world, Array(1_001).fill({ email: 'a@example.com' }))).outcome).toBe('schema_error')
  })
})
