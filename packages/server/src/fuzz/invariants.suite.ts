import { errorTable } from '@latchkey/contract'
import { errorBody } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { projectRealm } from '../storage/realm.ts'
import { secretsIn } from '../testing/at-rest.suite.ts'
import type { Answer } from '../testing/harness.ts'
import { canary, type FuzzHarness } from './fuzz-harness.suite.ts'
import type { Change } from './journal.suite.ts'

/** I-1, without 503: no dependency is down in these tests, so a 503 would be an unexpected error. */
const statuses = [200, 201, 204, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 429]

/** A path or position in the source, an error text of the database, or a private key. */
const leak =
  /\bat .*\.[jt]s:\d+|SQLITE_|node_modules|\bselect .* from\b|syntax error at|BEGIN [A-Z ]*PRIVATE KEY|\/src\//i
/** A value of the request that was rendered as markup. */
const markup = /<img src=x|<script>canary/i

const known = new Set(Object.keys(errorTable))
const mayRedirectTo = new Set(['https://app.example.com', 'https://rp.example.net', 'https://auth.example.com'])

/** I-1 and I-2, and that no response contains data of another user. */
export function expectSound(answer: Answer, allowed: { others?: true; anywhere?: true } = {}): void {
  expect(statuses).toContain(answer.status)
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status >= 400 && !type.startsWith('text/html')) {
    expect(type).toMatch(/^application\/json/)
    const { error } = answer.json as { error?: unknown }
    // OAuth endpoints have OAuth errors; without a token, only the WWW-Authenticate header (RFC 6750 §3.1).
    if (answer.status === 401 && answer.text === '{}')
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/)
    else if (typeof error === 'string') expect(error).toMatch(/^[a-z_]+$/)
    else {
      expect(errorBody.safeParse(answer.json).success).toBe(true)
      expect(known).toContain(answer.json.error_type)
      expect(answer.json.request_id).toBe(answer.headers.get('x-request-id'))
    }
  }
  if (type.startsWith('text/html'))
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.text).not.toMatch(leak)
  expect(answer.text).not.toMatch(markup)
  if (!allowed.others) expect(answer.text).not.toContain(canary)
  const location = answer.headers.get('location')
  if (location !== null && !allowed.anywhere) expect(mayRedirectTo).toContain(new URL(location).origin)
  expect([...answer.headers.values()].join('')).not.toMatch(/[\r\n\0]/)
}

/**
 * I-3 and I-9: a rejected request changes nothing and lowers no count of guesses. A request that was rejected because
 * of a lock-out may mail the owner a link and record that.
 */
export function expectNothingChanged(changes: readonly Change[]): void {
  const isMailed = changes.some(({ table, verb }) => table === 'used_nonces' && verb === 'insert')
  const allowed = isMailed ? ['lockouts', 'used_nonces', 'outbox'] : ['lockouts']
  const unexpected = changes.filter(
    ({ table, verb }) => !allowed.includes(table) || (table !== 'lockouts' && verb !== 'insert'),
  )
  expect(unexpected.map(({ table, verb, columns }) => `${verb} ${table} ${columns.join(' ')}`)).toEqual([])
  const counted = changes.reduce((sum, { delta }) => sum + delta, 0)
  expect(counted).toBeGreaterThanOrEqual(0)
}

const protectedColumns = new Set([
  'roles',
  'trusted_metadata',
  'created_at',
  'external_id',
  'disabled_at',
  'project_id',
  'id',
])
/** Tables with rows for a user that any caller may cause, such as a requested code. */
const sent = new Set(['one_time', 'outbox'])

/** I-8 and I-12: a caller changes only own data, and only columns that users may change. */
export function expectOwnChanges(changes: readonly Change[], otherId: string): void {
  for (const { table, verb, columns, accountId } of changes) {
    if (!sent.has(table)) expect([table, verb, accountId]).not.toEqual([table, verb, otherId])
    if (table === 'users' && verb === 'update') expect(columns.filter((name) => protectedColumns.has(name))).toEqual([])
    expect(['projects', 'signing_keys', 'secret_keys', 'oauth_credentials', 'templates']).not.toContain(table)
  }
}

/** I-12: no request has set a value that only the provider or an operator may set. */
export async function expectNothingAssigned({ storage, project, clock, other, sent }: FuzzHarness): Promise<void> {
  const mailed = new Set(sent.map(({ to }) => to))
  let cursor: string | undefined
  let users = 0
  do {
    const page = await storage.accounts.list(projectRealm(project.id), { limit: 100, ...(cursor ? { cursor } : {}) })
    for (const account of page.items) {
      users += 1
      if (account.id === other.accountId) continue
      const { id, roles, trustedMetadata, externalId, disabledAt, sessionsEpoch } = account
      expect({ id, roles, trustedMetadata, externalId, disabledAt, sessionsEpoch }).toEqual({
        ...{ id: expect.stringMatching(/^user-test-/), roles: ['latchkey_user'] },
        ...{ trustedMetadata: {}, externalId: null, disabledAt: null, sessionsEpoch: 0 },
      })
      expect(Math.abs(clock.now() - account.createdAt)).toBeLessThan(40 * 24 * 3_600_000)
      const vouchedFor = account.registrations.some(({ kind }) => kind === 'oauth')
      const unproven = account.registrations.filter(
        ({ kind, verified, uniqueKey }) => kind === 'email' && verified && !vouchedFor && !mailed.has(uniqueKey),
      )
      expect(unproven).toEqual([])
      const live = { now: clock.now(), limit: 100 }
      const { items } = await storage.sessions.list(project.id, account.id, live)
      expect(items.map(({ actor }) => actor).filter((actor) => actor !== null && actor !== 'ops')).toEqual([])
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(users).toBeGreaterThan(2)
}

/** I-5. */
export function expectNoSecret(where: string, text: string, secrets: Iterable<string>): void {
  expect([where, secretsIn(text, secrets)]).toEqual([where, []])
}
