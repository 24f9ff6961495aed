import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProvider, type Delivery, type Message, type Provider } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { createReadyDatabase } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStoreConfig } from '../config/read-config.ts'
import { openStorage } from '../open-storage.ts'
import { type CommandResult, runRecorded } from '../recording-terminal.suite.ts'

describe.each(['sqlite', 'postgres'] as const)('the command line on %s', (engine) => {
  let folder: string
  let env: Record<string, string>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-admin-'))
    env = {
      LATCHKEY_BASE_URL: 'https://auth.example.com',
      LATCHKEY_DATABASE_URL:
        engine === 'sqlite' ? `sqlite:${join(folder, 'latchkey.sqlite')}` : await createReadyDatabase(),
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
    }
    await latchkey('projects', 'create', '--name', 'Acme', '--origin', 'https://app.example.com')
  })
  afterAll(() => rm(folder, { recursive: true }))

  const latchkey = (...argv: string[]): Promise<CommandResult> => runRecorded(argv, env)

  const json = async (...argv: string[]) => JSON.parse((await latchkey(...argv, '--json')).out)

  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  it('lists projects as a table and as JSON', async () => {
    const { projects } = await json('projects', 'list')
    expect(projects).toMatchObject([{ name: 'Acme', environment: 'live', vertical: 'CONSUMER' }])
    const { code, out } = await latchkey('projects', 'list')
    const [head = '', row = ''] = out.split('\n')
    expect([code, head.indexOf('VERTICAL'), head.indexOf('NAME')]).toEqual([
      0,
      row.indexOf('CONSUMER'),
      row.indexOf('Acme'),
    ])
    expect((await latchkey('projects', 'get')).out).toContain(`public_token  ${projects[0].public_token}`)
  })

  it('reads and writes settings by name, and rejects unknown ones', async () => {
    const policy = await file('policy.json', JSON.stringify({ roles: [], resources: [], scopes: [] }))
    const set = await latchkey(
      'settings',
      'set',
      'step_up_minutes=10',
      'password_policy.strength=luds',
      `rbac_policy=@${policy}`,
    )
    expect([set.code, set.err, set.out.split('\n').length]).toEqual([0, '', 4])
    expect((await latchkey('settings', 'get', 'password_policy.strength')).out).toBe('luds\n')
    expect(await json('settings', 'get', 'rbac_policy')).toEqual({ roles: [], resources: [], scopes: [] })
    expect(Object.keys((await json('settings', 'get')).settings)).toContain('pkce_required_for_oauth')
    expect([
      await latchkey('settings', 'set', 'step_up_minuts=1'),
      await latchkey('settings', 'set', 'step_up_minutes=-1'),
      await latchkey('settings', 'set', 'step_up_minutes'),
      await latchkey('settings', 'set', 'rbac_policy=@/nowhere'),
      await latchkey('settings', 'get', 'nothing'),
    ]).toEqual([
      {
        ...{ code: 2, out: '' },
        err: 'step_up_minuts is not a setting. Did you mean step_up_minutes? Run: latchkey settings set --help\n',
      },
      { code: 1, out: '', err: 'step_up_minutes must be 0 to 1440\n' },
      { code: 2, out: '', err: 'step_up_minutes must have the form <name>=<value>\n' },
      { code: 2, out: '', err: '/nowhere cannot be read\n' },
      { code: 2, out: '', err: 'nothing is not a setting. Run: latchkey settings set --help\n' },
    ])
  })

  it('adds and removes origins and redirect URLs', async () => {
    expect((await latchkey('origins', 'add', 'https://b.example.com')).out).toBe(
      'ORIGIN\nhttps://app.example.com\nhttps://b.example.com\n',
    )
    expect((await latchkey('origins', 'remove', 'https://app.example.com')).out).toBe('ORIGIN\nhttps://b.example.com\n')
    expect((await latchkey('origins', 'add', 'http://c.example.com')).code).toBe(1)
    await latchkey('redirects', 'add', '--type', 'login', 'https://b.example.com/in')
    expect((await latchkey('redirects', 'list')).out).toBe('TYPE   URL\nlogin  https://b.example.com/in\n')
    expect((await latchkey('redirects', 'remove', 'https://b.example.com/in')).out).toBe(
      'There are no redirect URLs. Add one with: latchkey redirects add <url>\n',
    )
    expect((await latchkey('redirects', 'add', '--type', 'home', 'https://b.example.com/in')).code).toBe(2)
  })

  it('creates, finds, changes and deletes users', async () => {
    await latchkey(
      'settings',
      'set',
      'rbac_policy={"roles":[{"role_id":"editor","description":"","permissions":[]}],"resources":[],"scopes":[]}',
    )
    const { user } = await json('users', 'create', '--email', 'ada@example.com', '--verified', '--first-name', 'Ada')
    expect(user).toMatchObject({ emails: [{ email: 'ada@example.com', verified: true }], name: { first_name: 'Ada' } })
    await latchkey('users', 'create', '--phone', '+15005550006', '--external-id', 'crm-1')
    expect((await json('users', 'list', 'ada')).users).toHaveLength(1)
    expect((await latchkey('users', 'list', 'zoe')).out).toBe('No user matches.\n')
    expect((await latchkey('users', 'list', '--limit', '1')).out).toMatch(/\nNext page: --cursor \S+\n$/)
    expect((await latchkey('users', 'roles', 'ADA@example.com', 'editor')).out).toBe('ROLE\nlatchkey_user\neditor\n')
    expect((await latchkey('users', 'roles', 'ada@example.com', 'owner')).code).toBe(1)
    expect((await latchkey('users', 'disable', user.user_id)).out).toMatch(/^status +disabled$/m)
    expect((await latchkey('users', 'enable', 'ada@example.com')).out).toMatch(/^status +active$/m)
    expect((await latchkey('users', 'unlock', 'crm-1')).code).toBe(0)
    expect((await latchkey('sessions', 'list', '+1 500 555 0006')).out).toBe('The user has no active sessions.\n')
    expect((await latchkey('sessions', 'revoke', '--user', 'crm-1')).out).toBe('Revoked 0 sessions.\n')
    expect(await latchkey('users', 'delete', 'crm-1')).toEqual({
      ...{ code: 2, out: '', err: 'This cannot be undone. Add --yes to confirm.\n' },
    })
    expect((await latchkey('users', 'delete', 'crm-1', '--yes')).code).toBe(0)
    expect(await latchkey('users', 'get', 'crm-1')).toEqual({ code: 1, out: '', err: 'User not found.\n' })
    const machine = await latchkey('users', 'get', 'crm-1', '--json')
    expect(JSON.parse(machine.err)).toEqual({ error_type: 'user_not_found', error_message: 'User not found.' })
    expect((await latchkey('users', 'prune', '--older-than-days', '30', '--yes')).out).toBe(
      'Deleted 0 pending users.\n',
    )
    const token = await json('impersonate', 'ada@example.com', '--as', 'ops@example.com')
    expect(token).toMatchObject({ impersonation_token: expect.stringMatching(/^[\w-]{43}$/) })
  })

  it('revokes the impersonated sessions and unused tokens of one operator only (S-11)', async () => {
    await latchkey('users', 'create', '--email', 'seen@example.com', '--verified')
    await latchkey('origins', 'add', 'https://seen.example.com')
    const { projects } = await json('projects', 'list')
    const tokens = async (who: string) =>
      (await json('impersonate', 'seen@example.com', '--as', who)).impersonation_token as string
    await withProvider(async (provider) => {
      const call = async (path: string, session: string, body?: object) => {
        const request = new Request(`https://auth.example.com/sdk/v1${path}`, {
          method: body ? 'POST' : 'GET',
          headers: {
            authorization: `Basic ${btoa(`${projects[0].public_token}:${session}`)}`,
            ...{ 'content-type': 'application/json', origin: 'https://seen.example.com' },
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        const response = await provider.fetch(request, { peerAddress: '192.0.2.1' })
        return { status: response.status, data: Object(await response.json()).data }
      }
      const redeem = (impersonation_token: string) =>
        call('/impersonation/authenticate', projects[0].public_token, { impersonation_token })
      const sessions = []
      for (const who of ['eve@example.com', 'eve@example.com', 'bob@example.com'])
        sessions.push((await redeem(await tokens(who))).data.session_token as string)
      const [ofEve, ofBob] = [await tokens('eve@example.com'), await tokens('bob@example.com')]
      expect(await latchkey('impersonations', 'revoke')).toMatchObject({ code: 2, out: '' })
      expect(await latchkey('impersonations', 'revoke', '--as', 'unknown@example.com')).toEqual({
        ...{ code: 0, err: '', out: 'Revoked 0 sessions and all unused tokens of unknown@example.com.\n' },
      })
      expect(await latchkey('impersonations', 'revoke', '--as', 'eve@example.com')).toEqual({
        ...{ code: 0, err: '', out: 'Revoked 2 sessions and all unused tokens of eve@example.com.\n' },
      })
      const statuses = []
      for (const session of sessions) statuses.push((await call('/users/me', session)).status)
      expect(statuses).toEqual([401, 401, 200])
      expect([(await redeem(ofEve)).status, (await redeem(ofBob)).status]).toEqual([401, 200])
      expect((await json('impersonations', 'revoke', '--as', 'bob@example.com')).revoked).toHaveLength(2)
      expect((await call('/users/me', sessions[2] ?? '')).status).toBe(401)
    })
  })

  async function withProvider(work: (provider: Provider, sent: Message[]) => Promise<void>): Promise<void> {
    const sent: Message[] = []
    const delivery: Delivery = { send: async (message) => void sent.push(message) }
    const { database, masterKeys } = readStoreConfig({ flags: {}, env })
    const storage = await openStorage(database)
    const provider = createProvider({
      config: {
        ...{ baseUrl: 'https://auth.example.com', masterKeys, trustProxy: 0, mode: 'production', background: false },
        projectCacheMs: 0,
      },
      ...{ storage, clock: createClock(), random: createRandom(), delivery },
    })
    try {
      await work(provider, sent)
    } finally {
      await provider.close()
      await storage.close()
    }
  }

  it('deletes pending users only with --yes', async () => {
    const path = await file(
      'pending.ndjson',
      '{"email":"pending@example.com","status":"pending","created_at":"2020-01-01T00:00:00Z"}\n',
    )
    expect((await latchkey('users', 'import', path)).code).toBe(0)
    expect(await latchkey('users', 'prune', '--older-than-days', '30')).toEqual({
      ...{ code: 2, out: '', err: 'This cannot be undone. Add --yes to confirm.\n' },
    })
    expect((await latchkey('users', 'get', 'pending@example.com')).code).toBe(0)
    expect(await latchkey('users', 'prune', '--older-than-days', '30', '--yes')).toEqual({
      ...{ code: 0, out: 'Deleted 1 pending user.\n', err: '' },
    })
    expect((await latchkey('users', 'get', 'pending@example.com')).code).toBe(1)
  })

  it('imports users from a file and reports why a user is rejected', async () => {
    const hash = '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'
    const path = await file(
      'users.csv',
      `email,password_hash\nimp1@example.com,${hash}\nbroken,\nimp1@example.com,\nimp2@example.com,plain\n`,
    )
    const expected = {
      code: 1,
      err: 'line 3: Email format is invalid.\nline 4: A user with this email already exists.\nline 5: Unsupported password hash format.\n',
    }
    const counts = '1 email address (0 verified), 0 phone numbers (0 verified), 1 password, 0 names.\n'
    expect(await latchkey('users', 'import', path, '--dry-run')).toEqual({
      ...{ ...expected, out: `1 of 4 users can be imported: ${counts}` },
    })
    expect((await latchkey('users', 'list', 'imp')).out).toBe('No user matches.\n')
    expect(await latchkey('users', 'import', path)).toEqual({
      ...expected,
      out: `1 of 4 users imported: ${counts}`,
    })
    expect((await latchkey('users', 'get', 'imp1@example.com')).out).toMatch(/^factors +password$/m)
  })

  it('prints no control characters of a name', async () => {
    const name = 'a\u001b[2Jb\u009b2Jc\u202ed'
    await latchkey('users', 'create', '--email', 'term@example.com', '--first-name', name)
    const [fields, table, machine] = [
      await latchkey('users', 'get', 'term@example.com'),
      await latchkey('users', 'list', 'term@'),
      await latchkey('users', 'get', 'term@example.com', '--json'),
    ].map(({ out }) => out)
    expect(fields).toMatch(/^name +a \[2Jb 2Jc d$/m)
    expect(table).toContain('a [2Jb 2Jc d')
    expect(machine).not.toMatch(/[^\P{Cc}\n]/u)
    expect(JSON.parse(machine ?? '').user.name.first_name).toBe(name)
  })

  it('prints no control characters of a template, a setting or the name of a file', async () => {
    const name = 'a\u001b[2Jb\u009b2Jc\u202ed'
    const controls = /[^\P{Cc}\n]|[\u202a-\u202e]/u
    const words = await file('words.json', JSON.stringify({ en: { subject: name } }))
    const set = await latchkey('templates', 'set', 'control', '--kind', 'magic_link', '--file', words)
    const policy = { roles: [{ role_id: 'r', description: name, permissions: [] }], resources: [], scopes: [] }
    const policyFile = await file('control.json', JSON.stringify(policy))
    await latchkey('settings', 'set', `rbac_policy=@${policyFile}`)
    const refused = ['templates', 'set', 'control', '--kind', 'magic_link', '--file', name]
    const outputs = [
      (await latchkey('templates', 'get', 'control')).out,
      (await latchkey('settings', 'get', 'rbac_policy')).out,
      (await latchkey(...refused)).err,
      (await latchkey(...refused, '--json')).err,
    ]
    expect([set.err, ...outputs.map((text) => [text.includes('2Jb'), controls.test(text)])]).toEqual([
      '',
      ...outputs.map(() => [true, false]),
    ])
  })

  it('finds duplicates in a long file with --dry-run, as the import does', async () => {
    const idOf = (index: number): string => `user-live-00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const users = [
      ...Array.from({ length: 501 }, (_, index) => ({
        user_id: idOf(index),
        email: `long${index}@example.com`,
        external_id: `ext-${index}`,
      })),
      { email: 'LONG0@example.com' },
      { email: 'other@example.com', external_id: 'ext-1' },
      { email: 'another@example.com', user_id: idOf(2) },
    ]
    const path = await file('long.ndjson', users.map((user) => `${JSON.stringify(user)}\n`).join(''))
    const found = (verb: string) => ({
      code: 1,
      err:
        'line 502: A user with this email already exists.\n' +
        'line 503: A user with this external id already exists.\n' +
        'line 504: user_id belongs to an existing user\n',
      out: `501 of 504 users ${verb}: 501 email addresses (0 verified), 0 phone numbers (0 verified), 0 passwords, 0 names.\n`,
    })
    expect(await latchkey('users', 'import', path, '--dry-run')).toEqual(found('can be imported'))
    expect(await latchkey('users', 'import', path)).toEqual(found('imported'))
  })

  it('issues an attach token for a user and a provider, shows it once and audits it', async () => {
    await latchkey('users', 'create', '--email', 'attach@example.com')
    const secret = await file('google-secret', 'hunter2')
    await latchkey('oauth', 'set', 'google', '--client-id', 'app-1', '--secret-file', secret)
    const issued = await latchkey('oauth', 'attach-token', 'attach@example.com', '--provider', 'google')
    expect([issued.code, issued.err]).toEqual([0, ''])
    expect(issued.out).toMatch(/^oauth_attach_token +[\w-]{43,}$/m)
    const token = /^oauth_attach_token +(\S+)$/m.exec(issued.out)?.[1] ?? 'none'
    const { user } = await json('users', 'get', 'attach@example.com')
    const { out } = await latchkey('audit', 'export')
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'oauth_attach_token_create')
    expect(rows).toMatchObject([{ result: 'ok', target_id: user.user_id }])
    expect(out).not.toContain(token)
    expect([
      await latchkey('oauth', 'attach-token', 'attach@example.com'),
      await latchkey('oauth', 'attach-token', 'attach@example.com', '--provider', 'gogle'),
      await latchkey('oauth', 'attach-token', 'unknown@example.com', '--provider', 'google'),
    ]).toEqual([
      { code: 2, out: '', err: '--provider is required\n' },
      { code: 2, out: '', err: expect.stringMatching(/^--provider must be one of .*google/) },
      { code: 1, out: '', err: 'User not found.\n' },
    ])
  })

  it('shows a secret only once', async () => {
    const made = await latchkey('secret-keys', 'create', '--name', 'Backend')
    const secret = /^secret +(\S+)$/m.exec(made.out)?.[1] ?? 'none'
    const id = /^secret_key_id +(\S+)$/m.exec(made.out)?.[1] ?? ''
    expect(secret).toMatch(/^secret-live-[\w-]{43}$/)
    const listed = await latchkey('secret-keys', 'list')
    expect([listed.out.includes(id), listed.out.includes(secret)]).toEqual([true, false])
    expect((await latchkey('secret-keys', 'revoke', id)).code).toBe(0)
    expect(await latchkey('secret-keys', 'revoke', id)).toEqual({ code: 1, out: '', err: 'Secret key not found.\n' })
    const file1 = await file('secret', 'very-secret\n')
    const set = await latchkey('oauth', 'set', 'google', '--client-id', 'abc', '--secret-file', file1)
    expect([set.code, set.out.includes('very-secret'), set.out.includes('/v1/oauth/callback/')]).toEqual([
      0,
      false,
      true,
    ])
    expect((await latchkey('oauth', 'list')).out).not.toContain('very-secret')
    expect((await latchkey('oauth', 'delete', 'google')).code).toBe(0)
    expect((await latchkey('oauth', 'list')).out).toContain('There are no credentials')
  })

  it('creates client applications and shows their secrets only once', async () => {
    const redirect = ['--redirect', 'https://notes.example/callback']
    const made = await latchkey('clients', 'create', '--type', 'third_party', '--name', 'Notes', ...redirect)
    const id = /^Client id +(\S+)$/m.exec(made.out)?.[1] ?? ''
    const secret = /^Secret +(\S+)$/m.exec(made.out)?.[1] ?? 'none'
    expect([made.code, id, secret]).toEqual([
      ...[0, expect.stringMatching(/^oauth-client-live-/), expect.stringMatching(/^client-secret-live-[\w-]{43}$/)],
    ])
    expect((await latchkey('clients', 'list')).out).toContain(id)
    const changed = await latchkey('clients', 'update', id, '--scope', 'openid', '--scope', 'email')
    expect([changed.out.includes('openid email'), changed.out.includes(secret)]).toEqual([true, false])
    const rotated = await latchkey('clients', 'rotate-secret', id, '--keep-minutes', '60')
    expect(rotated.out).toMatch(/client-secret-live-/)
    const wrong = await latchkey('clients', 'update', id, '--redirect', 'http://notes.example/')
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('redirect_uris')])
    expect((await latchkey('clients', 'delete', id)).code).toBe(2)
    expect((await latchkey('clients', 'delete', id, '--yes')).code).toBe(0)
    expect((await latchkey('clients', 'get', id)).err).toBe(
      'The client application is not registered with the project.\n',
    )
  })

  it('stores templates, organizations and members', async () => {
    const words = await file('words.json', '{"en":{"subject":"Hello from {{project}}"}}')
    expect((await latchkey('templates', 'set', 'hello', '--kind', 'magic_link', '--file', words)).code).toBe(0)
    expect((await latchkey('templates', 'get', 'hello')).out).toContain('Hello from {{project}}')
    expect((await latchkey('templates', 'delete', 'hello')).out).toBe('hello was deleted.\n')
    await latchkey('projects', 'create', '--name', 'Business', '--vertical', 'B2B')
    expect(await latchkey('organizations', 'list')).toEqual({
      ...{ code: 2, out: '' },
      err: expect.stringMatching(
        /^There is more than one project\. Choose one with --project:\n {2}project-live-\S+ {2}\w+\n {2}project-live-\S+ {2}\w+\n$/,
      ),
    })
    const business = ['--project', 'Business']
    await latchkey('organizations', 'create', '--name', 'Acme Inc', ...business)
    expect((await json('organizations', 'list', ...business)).organizations).toMatchObject([
      { organization_slug: 'acme-inc' },
    ])
    await latchkey('members', 'create', 'acme-inc', '--email', 'm@example.com', ...business)
    expect((await json('members', 'list', 'acme-inc', ...business)).members).toMatchObject([
      { email_address: 'm@example.com', status: 'active' },
    ])
  })

  it('reads, changes, deletes and reactivates a member', async () => {
    const business = ['--project', 'Business']
    const { member } = await json('members', 'create', 'acme-inc', '--email', 'grace@example.com', ...business)
    const run = (verb: string, ...rest: string[]) =>
      latchkey('members', verb, 'acme-inc', member.member_id, ...rest, ...business)
    const changed = await run('update', 'name=Grace', 'roles=["latchkey_admin"]')
    expect([changed.code, changed.out]).toEqual([0, 'name   Grace\nroles  ["latchkey_admin"]\n'])
    expect(await run('update', 'role=x')).toMatchObject({ code: 2, err: expect.stringContaining('roles') })
    expect((await run('delete', '--yes')).code).toBe(1)
    expect((await run('update', 'roles=[]', 'preserve_existing_sessions=true')).code).toBe(1)
    await latchkey('members', 'update', 'acme-inc', member.member_id, 'name=Grace H', ...business)
    expect((await run('get')).out).toMatch(/^name +Grace H$/m)
    const { member: plain } = await json('members', 'create', 'acme-inc', '--email', 'alan@example.com', ...business)
    const other = (verb: string, ...rest: string[]) =>
      latchkey('members', verb, 'acme-inc', plain.member_id, ...rest, ...business)
    expect((await other('delete')).code).toBe(2)
    expect((await other('delete', '--yes')).out).toBe(`${plain.member_id} was deleted.\n`)
    expect((await other('reactivate')).out).toBe(`${plain.member_id} is active again.\n`)
  })

  it('searches members, removes their factors and former addresses, and impersonates them', async () => {
    const business = ['--project', 'Business']
    const email = 'mary@example.com'
    const { member } = await json('members', 'create', 'acme-inc', '--email', email, ...business)
    const { member_id } = member
    const run = (verb: string, ...rest: string[]) =>
      latchkey('members', verb, 'acme-inc', member_id, ...rest, ...business)
    await run('update', 'mfa_phone_number=+15005550006', 'email_address=mary@new.example')
    const found = async (...filters: string[]) =>
      (await json('members', 'list', 'acme-inc', ...filters, ...business)).members.map(
        (one: { email_address: string }) => one.email_address,
      )
    expect(await found('--email', 'mary@', '--status', 'active')).toEqual(['mary@new.example'])
    expect(await found('--email', 'mary@', '--role', 'latchkey_admin')).toEqual([])
    expect((await latchkey('members', 'list', 'acme-inc', '--status', 'old', ...business)).code).toBe(2)

    expect((await run('remove-factor', 'phone_number')).code).toBe(2)
    expect((await run('remove-factor', 'fax', '--yes')).code).toBe(2)
    expect((await run('remove-factor', 'phone_number', '--yes')).out).toBe('The factor was removed: phone_number.\n')
    expect((await run('remove-factor', 'phone_number', '--yes')).code).toBe(1)
    expect((await run('unlink-email', email)).out).toBe(`Other members can use ${email}.\n`)
    expect((await run('unlink-email', email)).code).toBe(1)
    const { member: after } = await json('members', 'get', 'acme-inc', member_id, ...business)
    expect([after.mfa_phone_number, after.retired_email_addresses]).toEqual(['', []])

    const token = await json('impersonate', member_id, '--as', 'ops', ...business)
    expect(token.impersonation_token).toEqual(expect.any(String))
    expect((await json('sessions', 'list', member_id, ...business)).sessions).toEqual([])
    expect((await latchkey('sessions', 'revoke', '--user', member_id, ...business)).out).toBe('Revoked 0 sessions.\n')
  })

  it('invites members, resends and revokes invitations, and starts changes of addresses', async () => {
    const business = ['--project', 'Business']
    const invite = (...more: string[]) =>
      latchkey('invitations', 'create', 'acme-inc', '--email', 'eve@example.com', ...more, ...business)
    expect(await invite()).toMatchObject({ code: 1, err: expect.stringContaining('redirect') })
    await latchkey('redirects', 'add', 'https://app.example.com/join', '--type', 'invite', ...business)
    expect(await invite('--redirect', 'https://evil.example/join')).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('latchkey redirects add --type invite') },
    })
    expect((await invite('--minutes', 'soon')).code).toBe(2)
    const invited = await invite('--name', 'Eve', '--role', 'latchkey_admin', '--minutes', '60', '--locale', 'de')
    expect([invited.code, invited.err]).toEqual([0, ''])
    expect(invited.out).toMatch(
      /^MEMBER .*STATE .*EMAIL\nmember-live-\S+ +sent .* eve@example\.com\nThe message is queued\. A running provider sends it\.\n$/,
    )
    const list = (...more: string[]) => json('invitations', 'list', 'acme-inc', ...more, ...business)
    const [member] = (await list('--state', 'sent')).members
    expect(member).toMatchObject({ email_address: 'eve@example.com', name: 'Eve', roles: ['latchkey_admin'] })
    expect((await latchkey('invitations', 'list', 'acme-inc', '--state', 'lost', ...business)).code).toBe(2)
    expect((await latchkey('invitations', 'list', 'acme-inc', ...business)).out).toContain('eve@example.com')
    const run = (verb: string, ...rest: string[]) =>
      latchkey('invitations', verb, 'acme-inc', member.member_id, ...rest, ...business)
    expect((await run('resend', '--minutes', '30')).out).toContain('The message is queued.')

    const { member: active } = await json('members', 'create', 'acme-inc', '--email', 'joan@example.com', ...business)
    await latchkey('redirects', 'add', 'https://app.example.com/in', '--type', 'login', ...business)
    const startUpdate = (...rest: string[]) =>
      latchkey('members', 'start-email-update', 'acme-inc', active.member_id, ...rest, ...business)
    expect((await startUpdate('eve@example.com')).code).toBe(1)
    expect((await startUpdate('joan@new.example', '--locale', 'de')).out).toBe(
      'A message to joan@new.example is queued. A running provider sends it.\n',
    )
    await withProvider(async (provider, sent) => {
      await provider.outbox.drain()
      const links = sent.filter(({ links }) => links.length > 0)
      expect(links.map(({ to }) => to).sort()).toEqual(['eve@example.com', 'eve@example.com', 'joan@new.example'])
      expect(links.every(({ links: [link] }) => link?.startsWith('https://auth.example.com/'))).toBe(true)
    })

    expect((await run('revoke')).code).toBe(2)
    expect((await run('revoke', '--yes')).out).toBe(`The invitation of ${member.member_id} was revoked.\n`)
    expect(await run('revoke', '--yes')).toMatchObject({ code: 1, err: 'The member has no open invitation.\n' })
    expect((await list('--state', 'sent')).members).toEqual([])
  })

  it('lists and revokes the applications that members have authorized', async () => {
    const business = ['--project', 'Business']
    const { projects } = await json('projects', 'list')
    const projectId = projects.find(({ name }: { name: string }) => name === 'Business').project_id
    const names = ['kay@example.com', 'lee@example.com']
    const ids: string[] = []
    for (const email of names)
      ids.push((await json('members', 'create', 'acme-inc', '--email', email, ...business)).member.member_id)
    const storage = await openStorage(readStoreConfig({ flags: {}, env }).database)
    for (const accountId of ids)
      for (const id of ['calendar', 'notes'])
        await storage.connectedApps.grant({
          ...{ projectId, accountId, id, name: `The ${id}`, description: '', logoUrl: null },
          ...{ clientType: 'third_party', scopes: ['openid', 'email'], createdAt: 0, updatedAt: 0 },
        })
    await storage.close()
    const run = (verb: string, ...rest: string[]) => latchkey('connected-apps', verb, 'acme-inc', ...rest, ...business)
    const [first = '', second = ''] = ids
    expect((await run('list')).out).toMatch(/^APPLICATION .*\ncalendar +third_party +The calendar\nnotes .*\n$/)
    expect((await run('get', 'calendar')).out).toContain(`${first}  openid email\n`)
    expect((await run('revoke', 'calendar', '--member', first)).code).toBe(2)
    expect((await run('revoke', 'calendar', '--member', first, '--yes')).out).toBe(
      'Revoked the access of calendar to 1 member.\n',
    )
    expect((await run('list', '--member', first)).out).not.toContain('calendar')
    expect((await run('list', '--member', second)).out).toContain('calendar')
    expect((await run('revoke', 'notes', '--yes')).out).toBe('Revoked the access of notes to 2 members.\n')
    expect((await run('revoke', 'notes', '--yes')).code).toBe(1)
    expect((await run('list', '--member', first)).out).toBe('No application is authorized.\n')
  })

  it('reads, changes, suspends and deletes an organization', async () => {
    const business = ['--project', 'Business']
    await latchkey('organizations', 'create', '--name', 'Globex', ...business)
    const update = (...fields: string[]) => latchkey('organizations', 'update', 'globex', ...fields, ...business)
    const changed = await update('mfa_policy=REQUIRED_FOR_ALL', 'email_allowed_domains=["Globex.example"]')
    expect([changed.code, changed.out]).toEqual([
      0,
      'email_allowed_domains  ["globex.example"]\nmfa_policy             REQUIRED_FOR_ALL\n',
    ])
    expect(await update('mfa_policies=OPTIONAL')).toMatchObject({ code: 2, err: expect.stringContaining('mfa_policy') })
    expect((await update('mfa_policy=NEVER')).code).toBe(1)
    const read = async () => (await json('organizations', 'get', 'globex', ...business)).organization
    expect(await read()).toMatchObject({ mfa_policy: 'REQUIRED_FOR_ALL', revision: 2, suspended_at: null })
    const simulate = (...more: string[]) => latchkey('organizations', 'simulate', 'globex', ...more, ...business)
    const explained = await simulate('eve@other.example', '--permission', 'latchkey.member:create')
    expect([explained.code, explained.out]).toEqual([
      0,
      `eve@other.example may not enter.
The organization does not let people join by email domain.
Not allowed. Nearest role: latchkey_admin
`,
    ])
    await latchkey('members', 'create', 'globex', '--email', 'ada@other.example', ...business)
    const member = await simulate('ada@other.example', '--permission', 'latchkey.self:update.info.name')
    expect(member.out).toBe(`ada@other.example: active member.
The address belongs to a member.
The organization requires a second factor from all members.
No accepted second factor was proven.
Result: a second factor is required (enrolled: none; allowed: sms_otp, totp).
Role: latchkey_member (direct_assignment)
Allowed by: latchkey_member
`)
    expect((await simulate('ada@other.example', '--second-factor', 'totp')).out).toContain('Result: a session.\n')
    expect((await simulate('ada@other.example', '--method', 'fax')).code).toBe(2)
    expect((await simulate('ada@other.example', '--permission', 'create')).code).toBe(2)
    expect((await latchkey('organizations', 'suspend', 'globex', ...business)).out).toBe('globex was suspended.\n')
    expect((await read()).suspended_at).toEqual(expect.any(String))
    expect((await latchkey('organizations', 'resume', 'globex', ...business)).out).toBe('globex was resumed.\n')
    expect((await latchkey('organizations', 'delete', 'globex', ...business)).code).toBe(2)
    expect((await latchkey('organizations', 'delete', 'globex', '--yes', ...business)).out).toBe(
      'globex was deleted.\n',
    )
    expect((await latchkey('organizations', 'get', 'globex', ...business)).code).toBe(1)
  })

  it('adds, lists, checks and removes the domains of an organization', async () => {
    const business = ['--project', 'Business']
    const added = await latchkey('domains', 'add', 'acme-inc', 'Acme.Invalid', ...business)
    expect([added.code, added.out]).toEqual([0, expect.stringContaining('_latchkey-challenge.acme.invalid')])
    expect((await latchkey('domains', 'add', 'acme-inc', 'gmail.com', ...business)).code).toBe(1)
    expect((await latchkey('domains', 'add', 'acme-inc', ...business)).code).toBe(2)
    // The name does not exist (RFC 6761 §6.4), or there is no name server: pending in both cases.
    const checked = await json('domains', 'check', 'acme-inc', 'acme.invalid', ...business)
    expect(checked.domain).toMatchObject({ domain: 'acme.invalid', state: 'pending', failures: 0 })
    expect((await json('domains', 'list', 'acme-inc', ...business)).domains).toEqual([checked.domain])
    expect((await latchkey('domains', 'remove', 'acme-inc', 'acme.invalid', ...business)).out).toBe(
      'acme.invalid was removed.\n',
    )
    expect((await latchkey('domains', 'list', 'acme-inc', ...business)).out).toBe('The organization has no domains.\n')
  })

  it('creates, changes, lists and deletes the SSO connections of an organization', async () => {
    const business = ['--project', 'Business']
    const idp = await file(
      'certificate.txt',
      'MIIBdzCCAR2gAwIBAgIUBJ0QUXa6N07phJH6JpA2H658tAQwCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFaWRwLTEwIBcNMjYxMTE5MjA1OTI3WhgPMjEyNjEwMjYyMDU5MjdaMBAxDjAMBgNVBAMMBWlkcC0xMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0UBw1/igRLq3B2kkPeLABIKnAB12G8Poqmz3JEBNTnLGvUkmcR36yHUEdmDQ3/ZDZ5g337DU9+etGLvY5ee/dKNTMFEwHQYDVR0OBBYEFBJVerpcCQ3L6fXJ8wtKVXQuyqo+MB8GA1UdIwQYMBaAFBJVerpcCQ3L6fXJ8wtKVXQuyqo+MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAO49YdSH67E0xfQUT4LOdsJH16oTLBN0ATQgTooLhPzsAiBL9vPph1NE7g9aBu+LVzCN2qAkLdHa218bGQs5tQ/l2w==',
    )
    const created = await json('sso', 'create', 'acme-inc', 'saml', 'display_name=Okta', ...business)
    const id = created.connection.connection_id
    const fields = ['idp_entity_id=https://idp.test', 'idp_sso_url=https://idp.test/sso', '--certificate', idp]
    const active = await json('sso', 'update', 'acme-inc', id, ...fields, ...business)
    expect(active.connection).toMatchObject({ status: 'active', idp_entity_id: 'https://idp.test' })
    const listed = await latchkey('sso', 'list', 'acme-inc', ...business)
    expect(listed.out).toMatch(new RegExp(`${id} +saml +active +Okta +never`))
    const { verification_certificates: certificates } = await json('sso', 'certificates', 'acme-inc', id, ...business)
    expect(certificates).toMatchObject([{ source: 'admin', last_used_at: null }])
    const last = ['--delete', certificates[0].certificate_id]
    expect((await latchkey('sso', 'certificates', 'acme-inc', id, ...last, ...business)).err).toContain(
      'The last certificate',
    )
    expect((await latchkey('sso', 'attempts', 'acme-inc', id, ...business)).out).toBe(
      'There were no attempts in the last 7 days.\n',
    )
    const { test_id, test_url } = await json('sso', 'test', 'acme-inc', id, ...business)
    expect(test_url).toContain(`/v1/public/sso/test?connection_id=${id}&token=`)
    expect(await latchkey('sso', 'test', 'acme-inc', id, `--result=${test_id}`, ...business)).toMatchObject({
      ...{ code: 1, out: 'There is no result: the test was not finished, or its result has expired.\n' },
    })
    const wrong = await file('idp.xml', '<nothing/>')
    expect((await latchkey('sso', 'update', 'acme-inc', id, '--metadata', wrong, ...business)).code).toBe(1)
    const internal = ['--metadata-url', 'https://127.0.0.1/metadata']
    expect((await latchkey('sso', 'update', 'acme-inc', id, ...internal, ...business)).code).toBe(1)
    expect((await latchkey('sso', 'update', 'acme-inc', id, 'nothing=1', ...business)).code).toBe(2)
    expect((await latchkey('sso', 'create', 'acme-inc', 'ldap', ...business)).code).toBe(2)
    expect((await latchkey('sso', 'delete', 'acme-inc', id, ...business)).code).toBe(2)
    expect((await latchkey('sso', 'delete', 'acme-inc', id, '--yes', ...business)).out).toBe(`${id} was deleted.\n`)
    expect((await latchkey('sso', 'list', 'acme-inc', ...business)).out).toBe(
      'The organization has no SSO connections.\n',
    )
  })

  it('records all changes in an intact audit chain', async () => {
    const { code, out } = await latchkey('audit', 'verify')
    expect([code, out.match(/intact, \d+ rows/g)?.length]).toEqual([0, 2])
  })
})
