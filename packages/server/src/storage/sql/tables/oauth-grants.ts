import { sql } from 'kysely'
import type { OAuthGrantRecord, RefreshTokenRecord } from '../../records.ts'
import type { OAuthGrantVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { retentionMs, sweep } from '../engine/sweep.ts'
import type { RowOf, Tables } from '../engine/tables.ts'

const grants = defineTable<'oauth_grants', OAuthGrantRecord>('oauth_grants', {
  projectId: 'text',
  id: 'text',
  clientId: 'text',
  accountId: 'text',
  sessionId: 'text',
  scopes: 'json',
  resources: 'json',
  offline: 'boolean',
  authTime: 'integer',
  acr: 'text',
  amr: 'json',
  generation: 'integer',
  createdAt: 'integer',
  expiresAt: 'integer',
  revokedAt: 'integer',
})

const refreshTokens = defineTable<'refresh_tokens', RefreshTokenRecord>('refresh_tokens', {
  projectId: 'text',
  tokenHash: 'text',
  grantId: 'text',
  usedAt: 'integer',
  createdAt: 'integer',
  expiresAt: 'integer',
})

interface Key {
  projectId: string
  id: string
}

const insert = statement((db, value: Values<RowOf<OAuthGrantRecord>>) =>
  db.insertInto('oauth_grants').values(grants.values(value)),
)

const get = statement((db, value: Values<Key>) =>
  db
    .selectFrom('oauth_grants')
    .select(grants.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const extend = statement((db, value: Values<Key & { expiresAt: number; now: number }>) =>
  db
    .updateTable('oauth_grants')
    .set({ expires_at: value('expiresAt') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning(grants.columns),
)

const invalidateAccessTokens = statement((db, value: Values<Key>) =>
  db
    .updateTable('oauth_grants')
    .set({ generation: sql<number>`generation + 1` })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const revoke = statement((db, value: Values<Key & { now: number }>) =>
  db
    .updateTable('oauth_grants')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('revoked_at', 'is', null)
    .returning('id'),
)

const revokeForClient = statement(
  (db, value: Values<{ projectId: string; accountId: string; clientId: string; now: number }>) =>
    db
      .updateTable('oauth_grants')
      .set({ revoked_at: value('now') })
      .where('project_id', '=', value('projectId'))
      .where('user_id', '=', value('accountId'))
      .where('client_id', '=', value('clientId'))
      .where('revoked_at', 'is', null)
      .returning('id'),
)

const revokeForAccount = statement((db, value: Values<{ projectId: string; accountId: string; now: number }>) =>
  db
    .updateTable('oauth_grants')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .where('revoked_at', 'is', null)
    .returning('id'),
)

const ofSession = statement((db, value: Values<{ projectId: string; sessionId: string }>) =>
  db
    .selectFrom('oauth_grants')
    .select('id')
    .where('project_id', '=', value('projectId'))
    .where('session_id', '=', value('sessionId'))
    .where('revoked_at', 'is', null)
    .orderBy('id'),
)

/** One statement: of two concurrent ends of a session only one notifies the clients. */
const endSession = statement((db, value: Values<{ projectId: string; sessionId: string; now: number }>) =>
  db
    .updateTable('oauth_grants')
    .set({
      session_id: null,
      revoked_at: sql<number | null>`case when offline = 1 then null else cast(${value('now')} as bigint) end`,
    })
    .where('project_id', '=', value('projectId'))
    .where('session_id', '=', value('sessionId'))
    .where('revoked_at', 'is', null)
    .returning(['id', 'client_id', 'user_id', 'revoked_at']),
)

const linkSession = statement((db, value: Values<Tables['grant_sessions']>) =>
  db.insertInto('grant_sessions').values({
    project_id: value('project_id'),
    session_id: value('session_id'),
    grant_id: value('grant_id'),
  }),
)

const addRefreshToken = statement((db, value: Values<RowOf<RefreshTokenRecord>>) =>
  db.insertInto('refresh_tokens').values(refreshTokens.values(value)),
)

type Use = { projectId: string; tokenHash: string; clientId: string; now: number }

const useRefreshToken = statement((db, value: Values<Use>) =>
  db
    .updateTable('refresh_tokens')
    .set({ used_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('token_hash', '=', value('tokenHash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .where((row) =>
      row.exists(
        row
          .selectFrom('oauth_grants')
          .select('oauth_grants.id')
          .whereRef('oauth_grants.project_id', '=', 'refresh_tokens.project_id')
          .whereRef('oauth_grants.id', '=', 'refresh_tokens.grant_id')
          .where('oauth_grants.client_id', '=', value('clientId'))
          .where('oauth_grants.revoked_at', 'is', null)
          .where('oauth_grants.expires_at', '>', value('now')),
      ),
    )
    .returning('grant_id'),
)

const findRefreshToken = statement((db, value: Values<{ projectId: string; tokenHash: string }>) =>
  db
    .selectFrom('refresh_tokens')
    .select(refreshTokens.columns)
    .where('project_id', '=', value('projectId'))
    .where('token_hash', '=', value('tokenHash')),
)

const sweepTokens = sweep('refresh_tokens', 'expires_at')
const sweepGrants = sweep('oauth_grants', 'expires_at')

/** Any caller with a session can create grants that end with their code, so that they are not kept for a day. */
const grantRetentionMs = 60 * 60_000

export function createOAuthGrantVerbs(run: Runner): OAuthGrantVerbs {
  return {
    async insert(grant) {
      await run.all(insert, grants.toRow(grant))
    },
    async get(projectId, id) {
      return firstRecord(run, get, { projectId, id }, grants)
    },
    async extend(projectId, id, expiresAt, now) {
      return firstRecord(run, extend, { projectId, id, expiresAt, now }, grants)
    },
    async invalidateAccessTokens(projectId, id) {
      await run.all(invalidateAccessTokens, { projectId, id })
    },
    async revoke(projectId, id, now) {
      return (await first(run, revoke, { projectId, id, now })) !== undefined
    },
    async revokeForClient(projectId, accountId, clientId, now) {
      return (await run.all(revokeForClient, { projectId, accountId, clientId, now })).map(({ id }) => id)
    },
    async revokeForAccount(projectId, accountId, now) {
      return (await run.all(revokeForAccount, { projectId, accountId, now })).map(({ id }) => id)
    },
    async listBySession(projectId, sessionId) {
      return (await run.all(ofSession, { projectId, sessionId })).map(({ id }) => id)
    },
    async endSession(projectId, sessionId, now) {
      const rows = await run.all(endSession, { projectId, sessionId, now })
      return rows.map((row) => ({
        ...{ id: row.id, clientId: row.client_id, accountId: row.user_id, isRevoked: row.revoked_at !== null },
      }))
    },
    async linkSession(projectId, id, sessionId) {
      await run.all(linkSession, { project_id: projectId, session_id: sessionId, grant_id: id })
    },
    async addRefreshToken(token) {
      await run.all(addRefreshToken, refreshTokens.toRow(token))
    },
    async useRefreshToken(by) {
      const row = await first(run, useRefreshToken, by)
      return row ? { grantId: row.grant_id } : null
    },
    async findRefreshToken(projectId, tokenHash) {
      return firstRecord(run, findRefreshToken, { projectId, tokenHash }, refreshTokens)
    },
    async sweep(now, limit) {
      // Tokens first: rows that the deletion of a grant cascades to are not counted.
      const tokens = (await run.all(sweepTokens, { before: now - retentionMs, limit })).length
      return Math.max(tokens, (await run.all(sweepGrants, { before: now - grantRetentionMs, limit })).length)
    },
  }
}
