import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSolanaWallet } from '@latchkey/testkit/wallets'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../node/world.ts'
import { createImpersonationToken } from '../products/impersonation/impersonation-token.ts'
import { openPostgres, openSqlite } from '../storage/sql/open.ts'
import { createTestDatabase } from '../storage/testing/test-database.ts'
import { basic, createWorld, origin, pkcePair, tokenOf, type World } from './harness.ts'

/** Everything the provider handed out or was told that must never be at rest in clear. */
async function liveThroughADay(world: World): Promise<string[]> {
  const secrets: string[] = []
  const pkce = pkcePair()
  await world.call('POST', '/magic_links/email/login_or_create', { email: 'ada@example.com', ...pkce })
  const link = await world.lastMessage('ada@example.com')
  secrets.push(tokenOf(link), pkce.code_verifier, ...link.links)
  const body = { token: tokenOf(link), session_duration_minutes: 30, code_verifier: pkce.code_verifier }
  await world.call('POST', '/magic_links/authenticate', { ...body, code_verifier: 'wrong-verifier-canary' })
  const signedIn = await world.call('POST', '/magic_links/authenticate', body)
  secrets.push('wrong-verifier-canary', signedIn.data.session_token, signedIn.data.session_jwt)
  secrets.push(basic(world.project.publicToken, signedIn.data.session_token).slice('Basic '.length))
  const again = await world.signIn('ada@example.com', { session: signedIn.data.session_token })
  secrets.push(again.token)
  const canaries = ['violet-password-canary', 'wrong-password-canary', 'second-password-canary']
  const who = { email: 'grace@example.com', session_duration_minutes: 30 }
  await world.call('POST', '/passwords', { ...who, password: canaries[0] })
  await world.call('POST', '/passwords/authenticate', { ...who, password: canaries[1] })
  await world.call('POST', '/passwords/strength_check', { email: who.email, password: canaries[1] })
  await world.call('POST', '/passwords/email/reset/start', who)
  const { links } = await world.lastMessage(who.email)
  const reset = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  const changed = await world.call('POST', '/passwords/email/reset', { ...who, token: reset, password: canaries[2] })
  if (changed.status !== 200) throw new Error(changed.text)
  secrets.push(...canaries, reset, ...links, changed.data.session_token)
  secrets.push(...(await liveWithAuthenticators(world, again.token)))
  // Sent, never redeemed: it lies in the outbox until it is delivered.
  await world.call('POST', '/magic_links/email/login_or_create', { email: 'late@example.com' })
  await world.call('POST', '/sessions/authenticate', {}, { session: again.token })
  await world.call('POST', '/otps/authenticate', {
    token: 'not-a-code-canary',
    method_id: 'x',
    session_duration_minutes: 30,
  })
  secrets.push('not-a-code-canary', ...(await liveWithHelp(world)))
  return secrets
}

/** What an operator was handed, used or not. */
async function liveWithHelp(world: World): Promise<string[]> {
  const { storage, clock, project } = world
  const { userId } = await world.signIn('ada@example.com')
  const source = { project, client: { ip: '', prefix: '', userAgent: '' }, requestId: 'request-id-test-x' }
  const create = () =>
    createImpersonationToken({ storage, clock, random: createRandom() }, source, { userId, actor: 'ops' })
  const [used, unused] = [await create(), await create()]
  const body = { impersonation_token: used.token }
  const { data } = await world.call('POST', '/impersonation/authenticate', body)
  return [used.token, unused.token, data.session_token, data.session_jwt]
}

/** Shared secrets, codes for their loss, and challenges that nobody has answered yet. */
async function liveWithAuthenticators(world: World, session: string): Promise<string[]> {
  const totp = Object((await world.call('POST', '/totps', { expiration_minutes: 30 }, { session })).data)
  const wallet = createSolanaWallet()
  const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
  const asked = await world.call('POST', '/crypto_wallets/authenticate/start/primary', named)
  const nonce = /Nonce: (\w+)/.exec(Object(asked.data).challenge)?.[1] ?? ''
  const page = { domain: new URL(origin).hostname, user_agent: 'x' }
  const passkey = Object((await world.call('POST', '/webauthn/register/start', page, { session })).data)
  const { challenge } = JSON.parse(passkey.public_key_credential_creation_options)
  return [totp.secret, ...totp.recovery_codes, nonce, challenge]
}

function expectNone(where: string, text: string, secrets: readonly string[]): void {
  expect(secrets.length).toBeGreaterThan(7)
  expect(secrets.filter((secret) => secret.length < 11)).toEqual([])
  expect([where, secrets.filter((secret) => text.includes(secret))]).toEqual([where, []])
}

describe('no secret is ever at rest in clear', () => {
  it('in the files of SQLite, in the log, in the outbox', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'))
    try {
      const storage = await openSqlite({ path: join(directory, 'data.sqlite') })
      const world = await createWorld(storage)
      const secrets = await liveThroughADay(world)
      const dump = readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'latin1'))
        .join('')
      expect(dump).toContain('ada@example.com')
      const late = tokenOf(await world.lastMessage('late@example.com'))
      expectNone('database', dump, [...secrets, late])
      expectNone('log', world.logs.join(''), [...secrets, late])
      expect(world.logs.join('')).not.toContain('ada@example.com')
      expect(world.logs.join('')).toContain('"endpoint":"magicLinksAuthenticate"')
      await storage.close()
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('in the tables of PostgreSQL', async () => {
    const url = await createTestDatabase()
    const storage = await openPostgres({ url })
    const world = await createWorld(storage)
    const secrets = await liveThroughADay(world)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    let dump = ''
    for (const { name } of tables.rows) dump += JSON.stringify((await client.query(`select * from "${name}"`)).rows)
    await client.end()
    expect(dump).toContain('ada@example.com')
    expectNone('database', dump, secrets)
    await storage.close()
  })

  it('in any answer to a send: neither code nor link comes back to the caller (A-7)', async () => {
    const storage = await openSqlite({ path: ':memory:' })
    const world = await createWorld(storage)
    const paths = ['/otps/email/login_or_create', '/otps/sms/login_or_create', '/magic_links/email/login_or_create']
    for (const path of paths) {
      const to = path.includes('sms') ? '+15005550006' : 'ada@example.com'
      const answer = await world.call('POST', path, { email: to, phone_number: to })
      const message = await world.lastMessage(to)
      const told = `${answer.text}${JSON.stringify([...answer.headers])}`
      const secrets = [...message.codes, ...message.links.map((link) => new URL(link).searchParams.get('token') ?? '')]
      expect(secrets).toHaveLength(1)
      expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
    }
    await storage.close()
  })
})
