import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReadyDatabase, takeTurns } from '@latchkey/server/testing'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { type CommandResult, runRecorded } from '../recording-terminal.suite.ts'

const bcrypt = '$2b$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'
/** The parameters and the hash of https://github.com/firebase/scrypt. */
const firebase = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  salt: '42xEC+ixf3L2lw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
}
const fbscrypt = `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${firebase.signerKey}$${firebase.salt}$${firebase.hash}`
const lines = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

describe.each(['sqlite', 'postgres'] as const)('users import and export, and projects, on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let folder: string
  let env: Record<string, string>
  let projects = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-import-'))
    env = {
      LATCHKEY_BASE_URL: 'https://auth.example.com',
      LATCHKEY_DATABASE_URL:
        engine === 'sqlite' ? `sqlite:${join(folder, 'latchkey.sqlite')}` : await createReadyDatabase(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
    }
  })
  afterAll(() => rm(folder, { recursive: true }))

  const latchkey = (...argv: string[]): Promise<CommandResult> => runRecorded(argv, env)

  async function newProject(): Promise<string> {
    const name = `Project ${++projects}`
    await latchkey('projects', 'create', '--name', name)
    return name
  }

  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, `${projects}-${name}`)
    await writeFile(path, content)
    return path
  }

  /** Imports a file into a new project and returns an export of that project, without ids and times. */
  async function imported(name: string, content: string, ...options: string[]) {
    const project = await newProject()
    const path = await file(name, content)
    const dry = await latchkey('users', 'import', path, '--project', project, ...options, '--dry-run')
    const real = await latchkey('users', 'import', path, '--project', project, ...options)
    expect([dry.code, dry.err, dry.out]).toEqual([
      real.code,
      real.err,
      real.out.replace(' imported:', ' can be imported:'),
    ])
    const { out } = await latchkey('users', 'export', '--project', project, '--with-password-hashes')
    const users = out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { user_id: _id, ...user } = JSON.parse(line) as Record<string, unknown>
        return user
      })
      .sort((a, b) => String(a.external_id).localeCompare(String(b.external_id)))
    return { ...real, users }
  }

  it.inTurn('rejects unknown fields by line and name, and suggests --from for a known export', async () => {
    const content = lines(
      { email: 'a@example.com', passwordHash: bcrypt, email_verified: true },
      { localId: 'f', email: 'b@example.com', emailVerified: true, passwordHash: 'x', salt: 'y' },
      { email: 'c@example.com', nickname: 'C', phone: '1' },
    )
    expect(await imported('users.ndjson', content)).toEqual({
      code: 1,
      err:
        'line 1: unknown field passwordHash; for an export of auth0 add --from auth0\n' +
        'line 2: unknown fields localId, emailVerified, passwordHash, salt; for an export of firebase add --from firebase\n' +
        'line 3: unknown fields nickname, phone\n',
      out: '0 of 3 users imported: 0 email addresses (0 verified), 0 phone numbers (0 verified), 0 passwords, 0 names.\n',
      users: [],
    })
  })

  it.inTurn('reads files with a byte order mark, and prints no control character of a file', async () => {
    const content = `\ufeff${lines({ email: 'a@example.com' }, { email: 'b@example.com', 'x\u001b[2J': 1 })}`
    expect(await imported('users.ndjson', content)).toMatchObject({
      code: 1,
      err: 'line 2: unknown field x [2J\n',
      users: [{ email: 'a@example.com' }],
    })
  })

  it.inTurn('rejects an invalid time, and lists values of the wrong type as not imported', async () => {
    const content = JSON.stringify({
      users: [
        { localId: '1', email: 'a@example.com', createdAt: 1e300 },
        { localId: '2', email: 'b@example.com', createdAt: '99999999999999' },
        { localId: '3', email: 'c@example.com', displayName: { first: 'C' }, customAttributes: 'not JSON' },
      ],
    })
    expect(await imported('firebase.json', content, '--from', 'firebase')).toMatchObject({
      code: 1,
      err:
        'entry 1: created_at must be a date and time in the past\n' +
        'entry 2: created_at must be a date and time in the past\n',
      out:
        '1 of 3 users imported: 1 email address (0 verified), 0 phone numbers (0 verified), 0 passwords, 0 names.\n' +
        'Not imported: displayName of 1 user, customAttributes of 1 user.\n',
      users: [{ email: 'c@example.com', external_id: '3' }],
    })
  })

  it.inTurn('puts the primary identifiers of a Clerk user of the Backend API first', async () => {
    const verification = { status: 'verified' }
    const content = lines({
      id: 'user_1',
      primary_email_address_id: 'idn_2',
      primary_phone_number_id: 'idn_4',
      email_addresses: [
        { id: 'idn_1', email_address: 'old@example.com', verification },
        { id: 'idn_2', email_address: 'ada@example.com', verification },
      ],
      phone_numbers: [
        { id: 'idn_3', phone_number: '+12025550124', verification },
        { id: 'idn_4', phone_number: '+12025550123', verification },
      ],
    })
    expect((await imported('clerk.ndjson', content, '--from', 'clerk')).users).toMatchObject([
      {
        ...{ email: 'ada@example.com', additional_emails: [{ email: 'old@example.com', verified: true }] },
        ...{ phone_number: '+12025550123', additional_phone_numbers: [{ phone_number: '+12025550124' }] },
      },
    ])
  })

  it.inTurn('reads an Auth0 export with its password export, and lists fields that cannot be imported', async () => {
    const users = lines(
      {
        user_id: 'auth0|5f1',
        email: 'ada@example.com',
        email_verified: true,
        given_name: 'Ada',
        family_name: 'Lovelace',
        name: 'Ada Lovelace',
        nickname: 'ada',
        phone_number: '+12025550123',
        phone_verified: true,
        created_at: '2020-01-02T03:04:05.678Z',
        app_metadata: { plan: 'pro' },
        user_metadata: { theme: 'dark' },
        identities: [{ provider: 'auth0', isSocial: false }],
        logins_count: 7,
      },
      {
        user_id: 'google-oauth2|1',
        email: 'grace@example.com',
        email_verified: false,
        name: 'Grace Brewster Hopper',
        blocked: true,
        created_at: '2021-01-01T00:00:00.000Z',
        identities: [{ provider: 'google-oauth2', isSocial: true }],
        multifactor: ['guardian'],
      },
    )
    const passwords = lines(
      { _id: { $oid: '5f1' }, email: 'ada@example.com', passwordHash: bcrypt },
      { _id: { $oid: '404' }, email: 'gone@example.com', passwordHash: bcrypt },
    )
    const project = projects + 1
    const path = join(folder, `${project}-passwords.ndjson`)
    await writeFile(path, passwords)
    expect(await imported('users.ndjson', users, '--from', 'auth0', '--passwords', path)).toEqual({
      code: 1,
      err: `${path} line 2: has no hash, or no matching user in ${join(folder, `${project}-users.ndjson`)}\n`,
      out:
        '2 of 2 users imported: 2 email addresses (1 verified), 1 phone number (1 verified), 1 password, 2 names.\n' +
        'Not imported: logins_count of 1 user, multifactor of 1 user, identities (social logins) of 1 user.\n',
      users: [
        {
          ...{ email: 'ada@example.com', email_verified: true, phone_number: '+12025550123' },
          ...{ phone_number_verified: true, status: 'active', external_id: 'auth0|5f1', password_hash: bcrypt },
          name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
          trusted_metadata: { plan: 'pro' },
          untrusted_metadata: { theme: 'dark' },
          created_at: '2020-01-02T03:04:05.678Z',
        },
        {
          ...{ email: 'grace@example.com', email_verified: false, status: 'active', disabled: true },
          name: { first_name: 'Grace Brewster', middle_name: '', last_name: 'Hopper' },
          external_id: 'google-oauth2|1',
          created_at: '2021-01-01T00:00:00.000Z',
        },
      ],
    })
  })

  it.inTurn('reads a Firebase export with its scrypt parameters, and fails without them', async () => {
    const content = JSON.stringify({
      users: [
        {
          localId: 'uid1',
          email: 'user1@example.com',
          emailVerified: true,
          passwordHash: firebase.hash,
          salt: firebase.salt,
          displayName: 'User One',
          createdAt: '1577934245678',
          lastSignedInAt: '1577934245678',
          disabled: false,
          customAttributes: '{"role":"admin"}',
          providerUserInfo: [{ providerId: 'password' }],
        },
        {
          localId: 'uid2',
          phoneNumber: '+12025550177',
          createdAt: '1577934245678',
          providerUserInfo: [{ providerId: 'google.com', rawId: '1' }],
        },
        { localId: 'uid3', email: 'unknown@example.com', createdAt: '1577934245678' },
      ],
    })
    const withoutHash = await latchkey('users', 'import', await file('users.json', content), '--from', 'firebase')
    expect([withoutHash.code, withoutHash.err]).toEqual([2, expect.stringContaining('--firebase-hash is missing')])
    const hash = await file(
      'hash.txt',
      `hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: ${firebase.signerKey},\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}\n`,
    )
    expect(await imported('users.json', content, '--from', 'firebase', '--firebase-hash', hash)).toEqual({
      code: 0,
      err: '',
      out:
        '3 of 3 users imported: 2 email addresses (1 verified), 1 phone number (0 verified), 1 password, 1 name.\n' +
        'Not imported: providerUserInfo (social logins) of 1 user.\n',
      users: [
        {
          ...{ email: 'user1@example.com', email_verified: true, status: 'active', external_id: 'uid1' },
          name: { first_name: 'User', middle_name: '', last_name: 'One' },
          password_hash: fbscrypt,
          trusted_metadata: { role: 'admin' },
          created_at: '2020-01-02T03:04:05.678Z',
        },
        {
          ...{ phone_number: '+12025550177', phone_number_verified: false, status: 'active', external_id: 'uid2' },
          created_at: '2020-01-02T03:04:05.678Z',
        },
        {
          ...{ email: 'unknown@example.com', email_verified: false, status: 'active', external_id: 'uid3' },
          created_at: '2020-01-02T03:04:05.678Z',
        },
      ],
    })
  })

  it.inTurn('reads a Clerk CSV export', async () => {
    const head =
      'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher'
    const clerkFirebase = `${firebase.hash}$${firebase.salt}$${firebase.signerKey}$Bw==$8$14`
    const content = [
      head,
      `user_1,Ada,Lovelace,ada,ada@example.com,+12025550123,ada@example.com|ada@example.org,old@example.com,+12025550123,,TOTPSECRET,${bcrypt},bcrypt`,
      `user_2,,,,fire@example.com,,,fire@example.com,,,,${clerkFirebase},scrypt_firebase`,
      'user_3,,,,md5@example.com,,md5@example.com,,,,,5f4dcc3b5aa765d61d8327deb882cf99,md5',
    ].join('\n')
    const { users, ...result } = await imported('clerk.csv', content, '--from', 'clerk')
    expect(result).toEqual({
      code: 1,
      err: 'line 4: Unsupported password hash format.\n',
      out:
        '2 of 3 users imported: 3 email addresses (2 verified), 1 phone number (1 verified), 2 passwords, 1 name.\n' +
        'Not imported: username of 1 user, totp_secret of 1 user, unverified email addresses of 1 user.\n',
    })
    expect(users).toMatchObject([
      {
        ...{ email: 'ada@example.com', email_verified: true, phone_number_verified: true, external_id: 'user_1' },
        additional_emails: [{ email: 'ada@example.org', verified: true }],
        password_hash: bcrypt,
      },
      { email: 'fire@example.com', email_verified: false, password_hash: fbscrypt },
    ])
  })

  it.inTurn('reads rows of Supabase auth.users, except deleted ones', async () => {
    const row = {
      ...{ instance_id: '00000000-0000-0000-0000-000000000000', aud: 'authenticated', role: 'authenticated' },
      ...{ confirmation_token: '', is_sso_user: false, deleted_at: null, banned_until: null },
    }
    const content = lines(
      {
        ...row,
        id: '8d0f',
        email: 'ada@example.com',
        encrypted_password: bcrypt,
        email_confirmed_at: '2020-01-02 03:04:05.678+00',
        phone: '12025550123',
        phone_confirmed_at: null,
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
        raw_user_meta_data: { full_name: 'Ada Lovelace' },
        created_at: '2020-01-02 03:04:05.678+00',
      },
      {
        ...row,
        id: '8d10',
        email: 'bad@example.com',
        banned_until: '2999-01-01 00:00:00+00',
        created_at: '2020-01-01',
      },
      { ...row, id: '8d11', email: 'gone@example.com', deleted_at: '2022-01-01 00:00:00+00' },
    )
    const { users, ...result } = await imported('supabase.ndjson', content, '--from', 'supabase')
    expect(result).toEqual({
      code: 1,
      err: 'line 3: the user is deleted (deleted_at)\n',
      out:
        '2 of 3 users imported: 2 email addresses (1 verified), 0 phone numbers (0 verified), 1 password, 1 name.\n' +
        'Not imported: unverified phone numbers of 1 user.\n',
    })
    expect(users).toMatchObject([
      {
        ...{ email: 'ada@example.com', email_verified: true, external_id: '8d0f' },
        ...{ password_hash: bcrypt, created_at: '2020-01-02T03:04:05.678Z' },
        name: { first_name: 'Ada', last_name: 'Lovelace' },
        trusted_metadata: { provider: 'email', providers: ['email'] },
        untrusted_metadata: { full_name: 'Ada Lovelace' },
      },
      { email: 'bad@example.com', disabled: true },
    ])
  })

  it.inTurn('reads users of Stytch, and lists passwords without a hash', async () => {
    const user = (id: string, email: string) => ({
      user_id: id,
      emails: [{ email_id: `email-${id}`, email, verified: true }],
      phone_numbers: [],
      name: { first_name: 'Ada', middle_name: '', last_name: '' },
      providers: [],
      password: { password_id: 'password-1', requires_reset: false },
      webauthn_registrations: [{ webauthn_registration_id: 'w' }],
      status: 'active',
      created_at: '2020-01-02T03:04:05Z',
      trusted_metadata: { plan: 'pro' },
      untrusted_metadata: {},
      roles: ['stytch_user'],
      is_locked: false,
    })
    const content = JSON.stringify([user('user-live-1', 'ada@example.com'), user('user-live-2', 'grace@example.com')])
    const path = await file('passwords.json', JSON.stringify([{ email: 'ADA@example.com', hash: bcrypt }]))
    const { users, ...result } = await imported('stytch.json', content, '--from', 'stytch', '--passwords', path)
    expect(result).toEqual({
      code: 0,
      err: '',
      out:
        '2 of 2 users imported: 2 email addresses (2 verified), 0 phone numbers (0 verified), 1 password, 2 names.\n' +
        'Not imported: webauthn_registrations of 2 users, password (no hash: add --passwords) of 1 user.\n',
    })
    expect(users).toMatchObject([
      {
        email: 'ada@example.com',
        external_id: 'user-live-1',
        password_hash: bcrypt,
        trusted_metadata: { plan: 'pro' },
      },
      { email: 'grace@example.com', external_id: 'user-live-2' },
    ])
  })

  it.inTurn(
    'exports hashes with --with-password-hashes only, into a new file that only its owner can read',
    async () => {
      const project = await newProject()
      const users = await file('two.ndjson', lines({ email: 'a@example.com', password_hash: bcrypt }))
      await latchkey('users', 'import', users, '--project', project)
      const plain = await latchkey('users', 'export', '--project', project)
      expect([plain.code, plain.err, plain.out.includes('password_hash')]).toEqual([
        0,
        '1 user exported.\nNot in the export: 1 password (add --with-password-hashes).\n',
        false,
      ])
      const path = join(folder, `${projects}-export.ndjson`)
      const toFile = ['users', 'export', '--project', project, '--with-password-hashes', '--output', path]
      expect(await latchkey(...toFile)).toEqual({ code: 0, err: '1 user exported.\n', out: '' })
      expect([(await stat(path)).mode & 0o777, JSON.parse(await readFile(path, 'utf8')).password_hash]).toEqual([
        0o600,
        bcrypt,
      ])
      expect(await latchkey(...toFile)).toEqual({
        code: 2,
        err: `${path} already exists. Choose another name.\n`,
        out: '',
      })
    },
  )

  it.inTurn('sets email_domains of a new project to the domain of the configured sender', async () => {
    const emailDomains = async (project: string) =>
      JSON.parse((await latchkey('settings', 'get', 'email_domains', '--project', project, '--json')).out)
    await latchkey('projects', 'create', '--name', 'No sender')
    expect(await emailDomains('No sender')).toEqual([])
    env.LATCHKEY_MAIL_FROM = 'Acme <sign-in@Mail.Acme.example>'
    try {
      await latchkey('projects', 'create', '--name', 'With sender')
      expect(await emailDomains('With sender')).toEqual(['mail.acme.example'])
    } finally {
      delete env.LATCHKEY_MAIL_FROM
    }
  })
})
