import { sql } from 'kysely'
import type { InvalidatedRows } from '../storage.ts'
import type { Runner } from './engine/runner.ts'
import { statement, type Values } from './engine/statement.ts'

const endSessions = statement((db, value: Values<{ now: number }>) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: value('now') })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const voidSecrets = statement((db, value: Values<{ now: number }>) =>
  db
    .updateTable('one_time')
    .set({ voided_at: value('now') })
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const endGrants = statement((db, value: Values<{ now: number }>) =>
  db
    .updateTable('oauth_grants')
    .set({ revoked_at: value('now') })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const dropMessages = statement((db, _value: Values<Record<never, never>>) =>
  db
    .updateTable('outbox')
    .set({ state: 'failed', payload_sealed: '', leased_until: sql<number | null>`null` })
    .where('state', '=', 'queued')
    .returning('id'),
)

/**
 * Ends everything that may have ended after a backup was made: sessions, unused links and codes, grants of client
 * applications, and messages that may have been sent.
 */
export function invalidateRestoredCopy(run: Runner, now: number): Promise<InvalidatedRows> {
  return run.atomically(async (bound) => ({
    sessions: (await bound.all(endSessions, { now })).length,
    secrets: (await bound.all(voidSecrets, { now })).length,
    grants: (await bound.all(endGrants, { now })).length,
    messages: (await bound.all(dropMessages, {})).length,
  }))
}
