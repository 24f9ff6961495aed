import { sql } from 'kysely'
import type { AuditRecord } from '../../records.ts'
import type { AuditVerbs, SealedLink } from '../../verbs.ts'
import { rowsOf, valuesOf } from '../engine/many-rows.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Bindable, statement, statementByCount, type Values } from '../engine/statement.ts'
import type { AuditTable } from '../engine/tables.ts'

const written = [
  'project_id',
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'impersonator',
  'event',
  'target_id',
  'result',
  'error_type',
  'ip_prefix',
  'user_agent_hash',
  'request_id',
] as const

const columns = [...written, 'seq', 'prev_hash', 'hash'] as const

type Written = Pick<AuditTable, (typeof written)[number]>

const append = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) => db.insertInto('audit').values(rowsOf<Written>(written, count, value))),
)

const unsealed = statement((db, value: Values<{ limit: number }>) =>
  db.selectFrom('audit').select(columns).where('seq', 'is', null).orderBy('at').orderBy('id').limit(value('limit')),
)

const lastSealed = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('audit')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1),
)

const linked = ['project_id', 'id', 'seq', 'prev_hash', 'hash'] as const

type Link = { project_id: string; id: string; seq: number; prev_hash: string; hash: string }

/** How many links are set by one statement, as long as there are as many. */
const linksAtOnce = 32

const seal = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) => {
    const links = rowsOf<Link>(linked, count, value).map(
      (link) => sql`(${link.project_id}, ${link.id}, cast(${link.seq} as bigint), ${link.prev_hash}, ${link.hash})`,
    )
    const query = sql<{ id: string }>`
      with links (project_id, id, seq, prev_hash, hash) as (values ${sql.join(links)})
      update audit set seq = links.seq, prev_hash = links.prev_hash, hash = links.hash from links
      where audit.project_id = links.project_id and audit.id = links.id and audit.seq is null
      returning audit.id`
    return { compile: () => query.compile(db) }
  }),
)

const list = statement((db, value: Values<{ projectId: string; afterSeq: number; limit: number }>) =>
  db
    .selectFrom('audit')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('seq', 'is not', null)
    .where('seq', '>', value('afterSeq'))
    .orderBy('seq')
    .limit(value('limit')),
)

export function createAuditVerbs(run: Runner): AuditVerbs {
  return {
    async append(...rows) {
      if (rows.length > 0) await run.all(append(rows.length), valuesOf(written, rows.map(toRow)))
    },
    async listUnsealed(limit) {
      return (await run.all(unsealed, { limit })).map(toAudit)
    },
    async getLastSealed(projectId) {
      const row = await first(run, lastSealed, { projectId })
      return row ? toAudit(row) : null
    },
    async seal(rows) {
      await run.atomically(async (bound) => {
        for (let at = 0; at < rows.length; ) {
          const some = rows.slice(at, at + (rows.length - at < linksAtOnce ? 1 : linksAtOnce))
          const sealed = await bound.all(seal(some.length), valuesOf(linked, some.map(toLink)))
          // A link that another sealer has set must not be broken, nor half a batch be kept.
          if (sealed.length < some.length) {
            const left = some.find(({ id }) => !sealed.some((row) => row.id === id))
            throw new Error(`Audit row ${left?.id} is sealed already, or is gone.`)
          }
          at += some.length
        }
      })
    },
    async list(projectId, { afterSeq, limit }) {
      return (await run.all(list, { projectId, afterSeq, limit })).map(toAudit)
    },
  }
}

function toRow(record: Omit<AuditRecord, 'seq' | 'prevHash' | 'hash'>): Written {
  return {
    project_id: record.projectId,
    id: record.id,
    at: record.at,
    actor_kind: record.actorKind,
    actor_id: record.actorId,
    impersonator: record.impersonator,
    event: record.event,
    target_id: record.targetId,
    result: record.result,
    error_type: record.errorType,
    ip_prefix: record.ipPrefix,
    user_agent_hash: record.userAgentHash,
    request_id: record.requestId,
  }
}

function toLink({ projectId, id, seq, prevHash, hash }: SealedLink): Link {
  return { project_id: projectId, id, seq, prev_hash: prevHash, hash }
}

function toAudit(row: AuditTable): AuditRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    at: row.at,
    actorKind: row.actor_kind as AuditRecord['actorKind'],
    actorId: row.actor_id,
    impersonator: row.impersonator,
    event: row.event,
    targetId: row.target_id,
    result: row.result as AuditRecord['result'],
    errorType: row.error_type,
    ipPrefix: row.ip_prefix,
    userAgentHash: row.user_agent_hash,
    requestId: row.request_id,
    seq: row.seq,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}
