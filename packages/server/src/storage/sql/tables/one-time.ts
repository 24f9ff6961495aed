import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { OneTimePurpose, OneTimeRecord } from '../../records.ts'
import type { OneTimeVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Statement, statement, statementByCount, type Values } from '../engine/statement.ts'
import { retentionMs, sweep } from '../engine/sweep.ts'
import type { RealmColumn, RowOf } from '../engine/tables.ts'

const oneTime = defineTable<'one_time', OneTimeRecord, RealmColumn>(
  'one_time',
  {
    projectId: 'text',
    organizationId: 'realm',
    id: 'text',
    purpose: 'text',
    tokenHash: 'text',
    codeMac: 'text',
    identifier: 'text',
    accountId: 'text',
    sessionId: 'text',
    codeChallenge: 'text',
    mismatches: 'integer',
    attempts: 'integer',
    payload: 'json',
    createdAt: 'integer',
    expiresAt: 'integer',
    usedAt: 'integer',
    usedBy: 'text',
    voidedAt: 'integer',
  },
  { organizationId: 'realm' },
)

/** The purposes of a statement, one value each: `purpose0`, `purpose1`, … */
type Purposes = Record<`purpose${number}`, string>

/**
 * The epoch comes from the account itself, so that no kind of secret can be issued without it. The cast is for
 * PostgreSQL, which cannot tell the type of a parameter that may be null.
 */
const insert = statement((db, value: Values<RowOf<OneTimeRecord, RealmColumn>>) =>
  db.insertInto('one_time').values({
    ...oneTime.values(value),
    secrets_epoch: sql<number | null>`(select users.secrets_epoch from users
      where users.project_id = ${value('project_id')} and users.id = cast(${value('user_id')} as text))`,
  }),
)

type Earlier = { project_id: string; realm: string; identifier: string; now: number } & Purposes

type Identified = { project_id: string; realm: string; identifier: string; parts: string; end: string }

/** One range of the index, from the identifier to the end of its parts. */
const removeByIdentifier = statement((db, value: Values<Identified>) =>
  db
    .deleteFrom('one_time')
    .where('project_id', '=', value('project_id'))
    .where('realm', '=', value('realm'))
    .where('identifier', '>=', value('identifier'))
    .where('identifier', '<', value('end'))
    .where((row) => row.or([row('identifier', '=', value('identifier')), row('identifier', '>=', value('parts'))])),
)

const remove = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.deleteFrom('one_time').where('project_id', '=', value('projectId')).where('id', '=', value('id')),
)

const voidEarlier = statementByCount((count) =>
  statement((db, value: Values<Earlier>) =>
    db
      .updateTable('one_time')
      .set({ voided_at: value('now') })
      .where('project_id', '=', value('project_id'))
      .where('realm', '=', value('realm'))
      .where('identifier', '=', value('identifier'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null),
  ),
)

type Consumption = {
  projectId: string
  tokenHash: string
  challenge: string | null
  now: number
  usedBy: string
} & Purposes

/** Issued without an account, or for an account that has not changed since. */
const isOfLiveAccount = sql<boolean>`(one_time.user_id is null or exists (select 1 from users
  where users.project_id = one_time.project_id and users.id = one_time.user_id
    and users.secrets_epoch = one_time.secrets_epoch and users.disabled_at is null))`

/** All conditions are in one UPDATE: of any number of callers exactly one gets the row. */
const consume = statementByCount((count) =>
  statement((db, value: Values<Consumption>) =>
    db
      .updateTable('one_time')
      .set({ used_at: value('now'), used_by: value('usedBy') })
      .where('project_id', '=', value('projectId'))
      .where('token_hash', '=', value('tokenHash'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      // Both or neither: a verifier for a token without a challenge proves nothing about the requester.
      .where(sql<boolean>`code_challenge is not distinct from cast(${value('challenge')} as text)`)
      .where(isOfLiveAccount)
      .returning(oneTime.columns),
  ),
)

const consumeById = statement((db, value: Values<{ projectId: string; id: string; now: number; usedBy: string }>) =>
  db
    .updateTable('one_time')
    .set({ used_at: value('now'), used_by: value('usedBy') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    // A link is consumed by its token only, never by the id that the caller of the send request knows.
    .where('token_hash', 'is', null)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .where(isOfLiveAccount)
    .returning(oneTime.columns),
)

const countMismatch = statement((db, value: Values<{ projectId: string; id: string; cap: number; now: number }>) =>
  db
    .updateTable('one_time')
    .set({
      mismatches: sql<number>`mismatches + 1`,
      voided_at: sql<number | null>`case when mismatches + 1 >= ${value('cap')}
        then cast(${value('now')} as bigint) end`,
    })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null),
)

type Guess = { projectId: string; id: string; cap: number; now: number } & Purposes

const countGuess = statementByCount((count) =>
  statement((db, value: Values<Guess>) =>
    db
      .updateTable('one_time')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('id'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('attempts', '<', value('cap'))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .returning(oneTime.columns),
  ),
)

const findByTokenHash = statement((db, value: Values<{ projectId: string; tokenHash: string }>) =>
  db
    .selectFrom('one_time')
    .select(oneTime.columns)
    .where('project_id', '=', value('projectId'))
    .where('token_hash', '=', value('tokenHash')),
)

const findUsable = statementByCount((count) =>
  statement((db, value: Values<{ projectId: string; tokenHash: string; now: number } & Purposes>) =>
    db
      .selectFrom('one_time')
      .select(oneTime.columns)
      .where('project_id', '=', value('projectId'))
      .where('token_hash', '=', value('tokenHash'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .where(isOfLiveAccount),
  ),
)

const find = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('one_time')
    .select(oneTime.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

type Live = { project_id: string; realm: string; identifier: string; now: number; limit: number } & Purposes

const listLive = statementByCount((count) =>
  statement((db, value: Values<Live>) =>
    db
      .selectFrom('one_time')
      .select(oneTime.columns)
      .where('project_id', '=', value('project_id'))
      .where('realm', '=', value('realm'))
      .where('identifier', '=', value('identifier'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(value('limit')),
  ),
)

type LiveInRange = {
  project_id: string
  realm: string
  from: string
  below: string
  now: number
  limit: number
} & Purposes

const listLiveByPrefix = statementByCount((count) =>
  statement((db, value: Values<LiveInRange>) =>
    db
      .selectFrom('one_time')
      .select(oneTime.columns)
      .where('project_id', '=', value('project_id'))
      .where('realm', '=', value('realm'))
      .where('identifier', '>=', value('from'))
      .where('identifier', '<', value('below'))
      .where('purpose', 'in', purposeValues(value, count))
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', value('now'))
      .orderBy('identifier')
      .limit(value('limit')),
  ),
)

const sweepExpired = sweep('one_time', 'expires_at')

/**
 * Requests of applications, what consent pages show of them, and challenges that any caller can ask for are deleted
 * when they expire, so that a network cannot fill the disk with them. Only rows that expired within the last hour are
 * looked for, which the index finds; older ones are deleted with all other rows.
 */
const askedByAnyone: readonly OneTimePurpose[] = [
  'oauth_request',
  'oauth_consent',
  'oauth_state',
  'sso_state',
  'one_tap',
  'webauthn_primary',
  'crypto_wallet_primary',
  // With a session, which any caller can begin.
  'webauthn_secondary',
  'webauthn_register',
  'crypto_wallet_secondary',
  'oauth_attach',
]

/** Kept for an hour after they expire, because a second use of them is reported as a replay. */
const replayable: readonly OneTimePurpose[] = [
  'oauth_code',
  'oauth_login',
  'oauth_signup',
  'oauth_discovery',
  'sso_login',
]
type Expired = { since: number; now: number; limit: number }
const sweepOf = (purposes: readonly OneTimePurpose[]) =>
  statement((db, value: Values<Expired>, engine) => {
    const lock = engine === 'postgres' ? sql` for update skip locked` : sql``
    const query = sql<{ project_id: string }>`
    with old as (
      select project_id, id from one_time
      where purpose in (${sql.join(purposes.map((purpose) => sql.lit(purpose)))}) and expires_at >= ${value('since')} and expires_at < ${value('now')}
      limit ${value('limit')}${lock}
    )
    delete from one_time where (project_id, id) in (select project_id, id from old)
    returning project_id`
    return { compile: () => query.compile(db) }
  })
const sweepRequests = sweepOf(askedByAnyone)
const sweepReplayable = sweepOf(replayable)
const lateMs = 60 * 60_000

export function createOneTimeVerbs(run: Runner): OneTimeVerbs {
  async function one<P>(
    query: Statement<P, RowOf<OneTimeRecord, RealmColumn>>,
    values: P,
  ): Promise<OneTimeRecord | null> {
    const row = await first(run, query, values)
    return row ? oneTime.toRecord(row) : null
  }

  return {
    async insert(row) {
      await run.all(insert, oneTime.toRow(row))
    },
    async voidEarlier(realm, identifier, purposes, now) {
      if (purposes.length === 0) return
      await run.all(voidEarlier(purposes.length), { ...realmColumns(realm), identifier, now, ...numbered(purposes) })
    },
    async removeByIdentifier(realm, identifier) {
      await run.all(removeByIdentifier, {
        ...realmColumns(realm),
        ...{ identifier, parts: `${identifier}|`, end: `${identifier}}` },
      })
    },
    async remove(projectId, id) {
      await run.all(remove, { projectId, id })
    },
    async consume({ purposes, ...by }) {
      return purposes.length === 0 ? null : one(consume(purposes.length), { ...by, ...numbered(purposes) })
    },
    findByTokenHash: (projectId, tokenHash) => one(findByTokenHash, { projectId, tokenHash }),
    async findUsable({ purposes, ...by }) {
      return purposes.length === 0 ? null : one(findUsable(purposes.length), { ...by, ...numbered(purposes) })
    },
    async countMismatch(projectId, id, cap, now) {
      await run.all(countMismatch, { projectId, id, cap, now })
    },
    async countGuess(projectId, id, purposes, cap, now) {
      if (purposes.length === 0) return null
      return one(countGuess(purposes.length), { projectId, id, cap, now, ...numbered(purposes) })
    },
    find: (projectId, id) => one(find, { projectId, id }),
    async listLive(realm, identifier, purposes, { now, limit }) {
      if (purposes.length === 0) return []
      const values = { ...realmColumns(realm), identifier, now, limit, ...numbered(purposes) }
      return (await run.all(listLive(purposes.length), values)).map(oneTime.toRecord)
    },
    async listLiveByPrefix(realm, prefix, purposes, { now, limit }) {
      if (purposes.length === 0) return []
      const below = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
      const values = { ...realmColumns(realm), from: prefix, below, now, limit, ...numbered(purposes) }
      return (await run.all(listLiveByPrefix(purposes.length), values)).map(oneTime.toRecord)
    },
    consumeById: (projectId, id, now, usedBy) => one(consumeById, { projectId, id, now, usedBy }),
    async sweep(now, limit) {
      const requests = (await run.all(sweepRequests, { since: now - lateMs, now, limit })).length
      const late = { since: now - 2 * lateMs, now: now - lateMs, limit }
      const replays = (await run.all(sweepReplayable, late)).length
      return Math.max(requests, replays, (await run.all(sweepExpired, { before: now - retentionMs, limit })).length)
    },
  }
}

function purposeValues(value: Values<Purposes>, count: number): string[] {
  return Array.from({ length: count }, (_, index) => value(`purpose${index}`))
}

function numbered(purposes: readonly OneTimePurpose[]): Purposes {
  return Object.fromEntries(purposes.map((purpose, index) => [`purpose${index}`, purpose]))
}
