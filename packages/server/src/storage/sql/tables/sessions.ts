import { type AliasedRawBuilder, sql } from 'kysely'
import type { SessionRecord } from '../../records.ts'
import { lockoutSubjectOfAccount, type SessionVerbs } from '../../verbs.ts'
import { accountCells, parseAccount } from '../accounts/account-cells.ts'
import { findActiveMembership } from '../accounts/memberships.ts'
import { decodeCursor, encodeCursor, firstPosition } from '../engine/cursor.ts'
import { defineTable } from '../engine/define-table.ts'
import { type JsonCells, parseCells } from '../engine/json-cells.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { type Engine, statement, type Values } from '../engine/statement.ts'
import { retentionMs, sweep } from '../engine/sweep.ts'
import type { RowOf } from '../engine/tables.ts'
import { joinedLockouts } from './lockouts.ts'

const sessions = defineTable<'sessions', SessionRecord>('sessions', {
  projectId: 'text',
  id: 'text',
  tokenHash: 'text',
  prevHash: 'text',
  prevValidUntil: 'integer',
  subjectKind: 'text',
  subjectId: 'text',
  organizationId: 'text',
  factors: 'json',
  customClaims: 'json',
  ipAddress: 'text',
  userAgent: 'text',
  actor: 'text',
  accountEpoch: 'integer',
  issuedBy: 'text',
  startedAt: 'integer',
  lastAccessedAt: 'integer',
  expiresAt: 'integer',
  revokedAt: 'integer',
})

const sessionFields = [
  'projectId',
  'id',
  'tokenHash',
  'prevHash',
  'prevValidUntil',
  'subjectKind',
  'subjectId',
  'organizationId',
  'factors',
  'customClaims',
  'ipAddress',
  'userAgent',
  'actor',
  'accountEpoch',
  'issuedBy',
  'startedAt',
  'lastAccessedAt',
  'expiresAt',
  'revokedAt',
] as const

interface SessionCells {
  session: JsonCells<SessionRecord, typeof sessionFields>
}

function sessionCells(engine: Engine): AliasedRawBuilder<SessionCells['session'], 'session'> {
  return sessions.asJson(engine, sessionFields).as('session')
}

const insert = statement((db, value: Values<RowOf<SessionRecord>>) =>
  db.insertInto('sessions').values(sessions.values(value)),
)

/** `lockoutSubjectOfAccount` in SQL. */
const subjectOfUser = sql<string>`${sql.lit(lockoutSubjectOfAccount(''))} || sessions.subject_id`

type TokenLookup = { projectId: string; tokenHash: string; now: number }

/** Built for the current and the replaced token, so that each lookup uses its own index. */
const findBy = (isCurrent: boolean) =>
  statement((db, value: Values<TokenLookup>, engine) => {
    const live = db
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.project_id', '=', 'sessions.project_id').onRef('users.id', '=', 'sessions.subject_id'),
      )
      .leftJoin('registrations', (join) =>
        join
          .onRef('registrations.project_id', '=', 'sessions.project_id')
          .onRef('registrations.user_id', '=', 'sessions.subject_id'),
      )
      .leftJoin('lockouts', (join) =>
        join.onRef('lockouts.project_id', '=', 'sessions.project_id').on('lockouts.subject', '=', subjectOfUser),
      )
      .select(sessionCells(engine))
      .select(accountCells(engine))
      .select(joinedLockouts.columns)
      .where('sessions.project_id', '=', value('projectId'))
      .where('sessions.revoked_at', 'is', null)
      .where('sessions.expires_at', '>', value('now'))
      .where('users.disabled_at', 'is', null)
      // A sign-in that was in progress when the account was disabled creates a session that is never valid.
      .whereRef('sessions.account_epoch', '=', 'users.sessions_epoch')
    return isCurrent
      ? live.where('sessions.token_hash', '=', value('tokenHash'))
      : live.where('sessions.prev_hash', '=', value('tokenHash')).where('sessions.prev_valid_until', '>', value('now'))
  })

const findByToken = findBy(true)
const findByReplacedToken = findBy(false)

const get = statement((db, value: Values<{ projectId: string; sessionId: string }>, engine) =>
  db
    .selectFrom('sessions')
    .select(sessionCells(engine))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('sessionId')),
)

const page = statement(
  (
    db,
    value: Values<{
      projectId: string
      subjectId: string
      now: number
      createdAt: number
      id: string
      limit: number
    }>,
    engine,
  ) =>
    db
      .selectFrom('sessions')
      .select(sessionCells(engine))
      .where('project_id', '=', value('projectId'))
      .where('subject_id', '=', value('subjectId'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', value('now'))
      // As for a token: a session of an earlier epoch of the account is over, although it was not revoked.
      .where(
        sql<boolean>`account_epoch = (
          select sessions_epoch from users where users.project_id = sessions.project_id and users.id = subject_id)`,
      )
      .where(sql<boolean>`(started_at, id) < (${value('createdAt')}, ${value('id')})`)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(value('limit')),
)

type Touch = { projectId: string; sessionId: string; lastAccessedAt: number; now: number }

const touch = statement((db, value: Values<Touch>) =>
  db
    .updateTable('sessions')
    .set({ last_accessed_at: value('lastAccessedAt') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('sessionId'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const extend = statement((db, value: Values<Touch & { expiresAt: number }>) =>
  db
    .updateTable('sessions')
    .set({ last_accessed_at: value('lastAccessedAt'), expires_at: value('expiresAt') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('sessionId'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

type Rotation = Touch & { tokenHash: string; prevValidUntil: number; factors: string; expiresAt: number }

const rotate = statement((db, value: Values<Rotation>) =>
  db
    .updateTable('sessions')
    .set((row) => ({
      prev_hash: row.ref('token_hash'),
      prev_valid_until: value('prevValidUntil'),
      token_hash: value('tokenHash'),
      factors: value('factors'),
      last_accessed_at: value('lastAccessedAt'),
      expires_at: value('expiresAt'),
    }))
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('sessionId'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const revoke = statement((db, value: Values<{ projectId: string; sessionId: string; now: number }>) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('sessionId'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const revokeForSubject = statement(
  (db, value: Values<{ projectId: string; subjectId: string; except: string; now: number }>) =>
    db
      .updateTable('sessions')
      .set({ revoked_at: value('now') })
      .where('project_id', '=', value('projectId'))
      .where('subject_id', '=', value('subjectId'))
      .where('id', '<>', value('except'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .returning('id'),
)

const revokeForGrant = statement(
  (db, value: Values<{ projectId: string; grantId: string; except: string; now: number }>) =>
    db
      .updateTable('sessions')
      .set({ revoked_at: value('now') })
      .where('project_id', '=', value('projectId'))
      .where('id', 'in', (rows) =>
        rows
          .selectFrom('grant_sessions')
          .select('session_id')
          .where('project_id', '=', value('projectId'))
          .where('grant_id', '=', value('grantId')),
      )
      .where('id', '<>', value('except'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .returning('id'),
)

const revokeForClient = statement((db, value: Values<{ projectId: string; clientId: string; now: number }>) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('oauth_grants')
        .innerJoin('grant_sessions', (join) =>
          join
            .onRef('grant_sessions.project_id', '=', 'oauth_grants.project_id')
            .onRef('grant_sessions.grant_id', '=', 'oauth_grants.id'),
        )
        .select('grant_sessions.session_id')
        .where('oauth_grants.project_id', '=', value('projectId'))
        .where('oauth_grants.client_id', '=', value('clientId')),
    )
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

/** Only impersonated sessions have values in these columns. */
const revokeImpersonated = (column: 'issued_by' | 'actor') =>
  statement((db, value: Values<{ projectId: string; by: string; now: number }>) =>
    db
      .updateTable('sessions')
      .set({ revoked_at: value('now') })
      .where('project_id', '=', value('projectId'))
      .where(column, '=', value('by'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .returning('id'),
  )
const revokeForIssuer = revokeImpersonated('issued_by')
const revokeForActor = revokeImpersonated('actor')

const sweepExpired = sweep('sessions', 'expires_at')
const sweepRevoked = sweep('sessions', 'revoked_at')

export function createSessionVerbs(run: Runner): SessionVerbs {
  return {
    async insert(session) {
      await run.all(insert, sessions.toRow(session))
    },
    async findByTokenHash(projectId, tokenHash, now) {
      const values = { projectId, tokenHash, now }
      const current = await run.all(findByToken, values)
      const usesReplacedToken = current.length === 0
      const rows = usesReplacedToken ? await run.all(findByReplacedToken, values) : current
      const [row] = rows
      if (!row) return null
      const session = toSession(row)
      const account = parseAccount(session, session.subjectId, rows)
      if (!account) return null
      const membership = session.subjectKind === 'member' ? await findActiveMembership(run, session, account) : null
      if (session.subjectKind === 'member' && membership === null) return null
      return { session, account, membership, lock: joinedLockouts.toRecordOrNull(row), usesReplacedToken }
    },
    get: (projectId, sessionId) => firstRecord(run, get, { projectId, sessionId }, { toRecord: toSession }),
    async list(projectId, subjectId, { now, cursor, limit }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const found = (await run.all(page, { projectId, subjectId, now, ...after, limit: limit + 1 })).map(toSession)
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const isMore = found.length > limit && last !== undefined
      return { items, nextCursor: isMore ? encodeCursor({ createdAt: last.startedAt, id: last.id }) : null }
    },
    async touch(projectId, sessionId, { lastAccessedAt, expiresAt }, now) {
      const values = { projectId, sessionId, lastAccessedAt, now }
      const touched =
        expiresAt === undefined ? await first(run, touch, values) : await first(run, extend, { ...values, expiresAt })
      return touched !== undefined
    },
    async rotate(projectId, sessionId, change, now) {
      const values = { projectId, sessionId, ...change, factors: JSON.stringify(change.factors), now }
      return (await first(run, rotate, values)) !== undefined
    },
    async revoke(projectId, sessionId, now) {
      return (await first(run, revoke, { projectId, sessionId, now })) !== undefined
    },
    async revokeForSubject(projectId, subjectId, now, except) {
      const values = { projectId, subjectId, except: except?.sessionId ?? '', now }
      return (await run.all(revokeForSubject, values)).map((row) => row.id)
    },
    async revokeForGrant(projectId, grantId, now, except) {
      const values = { projectId, grantId, except: except?.sessionId ?? '', now }
      return (await run.all(revokeForGrant, values)).map((row) => row.id)
    },
    async revokeForClient(projectId, clientId, now) {
      return (await run.all(revokeForClient, { projectId, clientId, now })).map((row) => row.id)
    },
    async revokeForIssuer(projectId, by, now) {
      return (await run.all(revokeForIssuer, { projectId, by, now })).map((row) => row.id)
    },
    async revokeForActor(projectId, by, now) {
      return (await run.all(revokeForActor, { projectId, by, now })).map((row) => row.id)
    },
    async sweep(now, limit) {
      const before = now - retentionMs
      const expired = await run.all(sweepExpired, { before, limit })
      const revoked = await run.all(sweepRevoked, { before, limit: limit - expired.length })
      return expired.length + revoked.length
    },
  }
}

/** Written out because every request with a session reads it. */
// Written out, because objects with computed names are hash tables.
function toSession({ session }: SessionCells): SessionRecord {
  const [
    projectId,
    id,
    tokenHash,
    prevHash,
    prevValidUntil,
    subjectKind,
    subjectId,
    organizationId,
    factors,
    customClaims,
    ipAddress,
    userAgent,
    actor,
    accountEpoch,
    issuedBy,
    startedAt,
    lastAccessedAt,
    expiresAt,
    revokedAt,
  ] = parseCells(session)
  return {
    projectId,
    id,
    tokenHash,
    prevHash,
    prevValidUntil,
    subjectKind,
    subjectId,
    organizationId,
    factors,
    customClaims,
    ipAddress,
    userAgent,
    actor,
    accountEpoch,
    issuedBy,
    startedAt,
    lastAccessedAt,
    expiresAt,
    revokedAt,
  }
}
