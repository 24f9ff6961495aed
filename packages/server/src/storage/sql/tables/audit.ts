import { sql } from 'kysely'
import type { AuditRecord } from '../../records.ts'
import type { AuditVerbs, SealedLink } from '../../verbs.ts'
import { defineTable, type Fields } from '../engine/define-table.ts'
import { rowsOf, valuesOf } from '../engine/many-rows.ts'
import { firstRecord, type Runner } from '../engine/runner.ts'
import { type Bindable, statement, statementByCount, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

type AuditEntry = Omit<AuditRecord, 'seq' | 'prevHash' | 'hash'>

const entryFields: Fields<AuditEntry> = {
  projectId: 'text',
  id: 'text',
  at: 'integer',
  actorKind: 'text',
  actorId: 'text',
  impersonator: 'text',
  event: 'text',
  targetId: 'text',
  result: 'text',
  errorType: 'text',
  ipPrefix: 'text',
  userAgentHash: 'text',
  requestId: 'text',
}
const entries = defineTable<'audit', AuditEntry>('audit', entryFields)
const chained = defineTable<'audit', AuditRecord>('audit', {
  ...entryFields,
  seq: 'integer',
  prevHash: 'text',
  hash: 'text',
})
const links = defineTable<'audit', SealedLink>('audit', {
  projectId: 'text',
  id: 'text',
  seq: 'integer',
  prevHash: 'text',
  hash: 'text',
})

const append = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) =>
    db.insertInto('audit').values(rowsOf<RowOf<AuditEntry>>(entries.columns, count, value)),
  ),
)

const unsealed = statement((db, value: Values<{ limit: number }>) =>
  db
    .selectFrom('audit')
    .select(chained.columns)
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(value('limit')),
)

const lastSealed = statement((db, value: Values<{ projectId: string }>) =>
  db
    .selectFrom('audit')
    .select(chained.columns)
    .where('project_id', '=', value('projectId'))
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1),
)

/** How many links are set by one statement, as long as there are as many. */
const linksAtOnce = 32

const seal = statementByCount((count) =>
  statement((db, value: Values<Bindable[]>) => {
    const rows = rowsOf<RowOf<SealedLink>>(links.columns, count, value).map(
      (link) => sql`(${link.project_id}, ${link.id}, cast(${link.seq} as bigint), ${link.prev_hash}, ${link.hash})`,
    )
    const query = sql<{ id: string }>`
      with links (project_id, id, seq, prev_hash, hash) as (values ${sql.join(rows)})
      update audit set seq = links.seq, prev_hash = links.prev_hash, hash = links.hash from links
      where audit.project_id = links.project_id and audit.id = links.id and audit.seq is null
      returning audit.id`
    return { compile: () => query.compile(db) }
  }),
)

const list = statement((db, value: Values<{ projectId: string; afterSeq: number; limit: number }>) =>
  db
    .selectFrom('audit')
    .select(chained.columns)
    .where('project_id', '=', value('projectId'))
    .where('seq', 'is not', null)
    .where('seq', '>', value('afterSeq'))
    .orderBy('seq')
    .limit(value('limit')),
)

export function createAuditVerbs(run: Runner): AuditVerbs {
  return {
    async append(...rows) {
      if (rows.length > 0) await run.all(append(rows.length), valuesOf(entries.columns, rows.map(entries.toRow)))
    },
    async listUnsealed(limit) {
      return (await run.all(unsealed, { limit })).map(chained.toRecord)
    },
    getLastSealed: (projectId) => firstRecord(run, lastSealed, { projectId }, chained),
    async seal(rows) {
      await run.atomically(async (bound) => {
        for (let at = 0; at < rows.length; ) {
          const some = rows.slice(at, at + (rows.length - at < linksAtOnce ? 1 : linksAtOnce))
          const sealed = await bound.all(seal(some.length), valuesOf(links.columns, some.map(links.toRow)))
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
      return (await run.all(list, { projectId, afterSeq, limit })).map(chained.toRecord)
    },
  }
}
