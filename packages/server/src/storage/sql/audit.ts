import type { AuditRecord } from '../records.ts'
import type { AuditVerbs } from '../verbs.ts'
import { first, type Runner } from './runner.ts'
import { statement, type Values } from './statement.ts'
import type { AuditTable } from './tables.ts'

const columns = [
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
  'seq',
  'prev_hash',
  'hash',
] as const

const append = statement((db, value: Values<Omit<AuditTable, 'seq' | 'prev_hash' | 'hash'>>) =>
  db.insertInto('audit').values({
    project_id: value('project_id'),
    id: value('id'),
    at: value('at'),
    actor_kind: value('actor_kind'),
    actor_id: value('actor_id'),
    impersonator: value('impersonator'),
    event: value('event'),
    target_id: value('target_id'),
    result: value('result'),
    error_type: value('error_type'),
    ip_prefix: value('ip_prefix'),
    user_agent_hash: value('user_agent_hash'),
    request_id: value('request_id'),
  }),
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

type Link = { projectId: string; id: string; seq: number; prevHash: string; hash: string }

const seal = statement((db, value: Values<Link>) =>
  db
    .updateTable('audit')
    .set({ seq: value('seq'), prev_hash: value('prevHash'), hash: value('hash') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('seq', 'is', null)
    .returning('id'),
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
    async append(row) {
      await run.all(append, {
        project_id: row.projectId,
        id: row.id,
        at: row.at,
        actor_kind: row.actorKind,
        actor_id: row.actorId,
        impersonator: row.impersonator,
        event: row.event,
        target_id: row.targetId,
        result: row.result,
        error_type: row.errorType,
        ip_prefix: row.ipPrefix,
        user_agent_hash: row.userAgentHash,
        request_id: row.requestId,
      })
    },
    async unsealed(limit) {
      return (await run.all(unsealed, { limit })).map(toAudit)
    },
    async lastSealed(projectId) {
      const row = await first(run, lastSealed, { projectId })
      return row ? toAudit(row) : null
    },
    async seal(rows) {
      await run.atomically(async (bound) => {
        for (const row of rows) {
          // A link that another sealer has set must not be broken, nor half a batch be kept.
          if (!(await first(bound, seal, row))) throw new Error(`Audit row ${row.id} is sealed already, or is gone.`)
        }
      })
    },
    async list(projectId, { afterSeq, limit }) {
      return (await run.all(list, { projectId, afterSeq, limit })).map(toAudit)
    },
  }
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
