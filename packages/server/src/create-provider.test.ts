import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { rotateDueKeys } from './signing/signing-keys.ts'
import { openSqlite } from './storage/operations/open-storage.ts'
import { createHarness, engines, openTestStorage } from './testing/harness.ts'

const day = 24 * 60 * 60_000

describe('createProvider', () => {
  it('rejects an insecure configuration', async () => {
    const storage = await openTestStorage('sqlite')
    await expect(createHarness(storage, { config: { baseUrl: 'http://auth.example.com' } })).rejects.toThrow(
      'configuration: baseUrl must use https in production',
    )
    await storage.close()
  })

  it('delivers messages and sweeps in the background until it is closed, once or twice', async () => {
    const storage = await openTestStorage('sqlite')
    const harness = await createHarness(storage, { config: { background: true } })
    await harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
    await expect.poll(() => harness.sent.map(({ to }) => to)).toEqual(['ada@example.com'])
    await Promise.all([harness.close(), harness.close()])
    await harness.call('POST', '/otps/email/login_or_create', { email: 'eve@example.com' })
    await sleep(100)
    expect(harness.sent).toHaveLength(1)
    await storage.close()
  })

  it('sweeps expired rows', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-sweep-'))
    try {
      const path = join(directory, 'data.sqlite')
      const storage = await openSqlite({ path })
      const harness = await createHarness(storage)
      await harness.signIn('ada@example.com')
      const count = (table: string) => {
        const db = new DatabaseSync(path)
        const row = db.prepare(`select count(*) as n from ${table}`).get() as { n: number }
        db.close()
        return row.n
      }
      const tables = ['sessions', 'one_time', 'limits', 'outbox']
      expect(tables.map(count).every((n) => n > 0)).toBe(true)
      harness.clock.advance(400 * day)
      await harness.provider.tidy()
      expect(tables.map(count)).toEqual([0, 0, 0, 0])
      expect(count('users')).toBe(1)
      await storage.close()
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('does not change the database when it rejects a request', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-refused-'))
    try {
      const path = join(directory, 'data.sqlite')
      const storage = await openSqlite({ path })
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      const eve = await harness.signIn('eve@example.com')
      const { data } = await harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
      await harness.provider.outbox.drain()
      // Without counters and the audit log, which change by design.
      const digest = () => {
        const db = new DatabaseSync(path)
        const names = ['projects', 'signing_keys', 'users', 'registrations', 'sessions', 'one_time', 'outbox', 'events']
        const rows = names.map((name) => [name, db.prepare(`select * from ${name} order by 1, 2`).all()])
        db.close()
        return JSON.stringify(rows, (key, value) => (key === 'attempts' || key === 'mismatches' ? 0 : value))
      }
      const before = digest()
      const own = { session: eve.token }
      const refused = [
        ['DELETE', `/users/emails/${ada.emailId}`, undefined, own],
        ['DELETE', `/users/emails/${eve.emailId}`, undefined, own],
        ['PUT', '/users/me', { name: { first_name: 1 } }, own],
        ['PUT', '/users/me', { name: { first_name: 'x' } }, { ...own, origin: 'https://evil.example' }],
        ['POST', '/otps/email/send/secondary', { email: 'ada@example.com' }, own],
        ['POST', '/magic_links/email/send/primary', { email: 'missing-user@example.com' }, {}],
        [
          'POST',
          '/magic_links/email/login_or_create',
          { email: 'a@b.co', login_magic_link_url: 'https://evil.example' },
          {},
        ],
        ['POST', '/otps/authenticate', { token: '000000', method_id: data.method_id, session_duration_minutes: 4 }, {}],
        ['POST', '/otps/authenticate', { token: 'x', method_id: data.method_id, session_duration_minutes: 30 }, {}],
        [
          'POST',
          '/otps/authenticate',
          { token: '000000', method_id: data.method_id, session_duration_minutes: 30 },
          {},
        ],
        ['POST', '/magic_links/authenticate', { token: 'unknown', session_duration_minutes: 30 }, own],
        ['POST', '/sessions/authenticate', { session_duration_minutes: 1 }, own],
        ['POST', '/sessions/revoke', undefined, { session: 'unknown' }],
        ['POST', '/sessions/revoke', undefined, { ...own, headers: { 'content-type': 'text/plain' } }],
      ] as const
      for (const [method, target, body, options] of refused)
        expect((await harness.call(method, target, body, options)).status).toBeGreaterThanOrEqual(400)
      expect(digest()).toBe(before)
      await storage.close()
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
})

describe.each(engines)('signing keys on %s', (engine) => {
  it('are rotated automatically every ninety days', async () => {
    const storage = await openTestStorage(engine)
    const harness = await createHarness(storage)
    const active = async () =>
      (await storage.keys.list(harness.project.id)).find(({ state }) => state === 'active')?.kid
    const first = await active()
    harness.clock.advance(90 * day - 1)
    expect(await rotateDueKeys(harness)).toEqual([])
    harness.clock.advance(1)
    await harness.provider.tidy()
    expect(await active()).not.toBe(first)
    expect(await rotateDueKeys(harness)).toEqual([])
    await storage.close()
  })
})
