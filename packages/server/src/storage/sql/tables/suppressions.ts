import type { SuppressionRecord } from '../../records.ts'
import type { SuppressionVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, statementByCount, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const suppressions = defineTable<'suppressions', SuppressionRecord>('suppressions', {
  channel: 'text',
  address: 'text',
  reason: 'text',
  createdAt: 'integer',
})

type Address = { channel: string; address: string }

const get = statement((db, value: Values<Address>) =>
  db
    .selectFrom('suppressions')
    .select(suppressions.columns)
    .where('channel', '=', value('channel'))
    .where('address', '=', value('address')),
)

const add = statement((db, value: Values<RowOf<SuppressionRecord>>) =>
  db
    .insertInto('suppressions')
    .values(suppressions.values(value))
    .onConflict((conflict) => conflict.columns(['channel', 'address']).doNothing())
    .returning('address'),
)

type Reasons = Record<`reason${number}`, string>

const remove = statementByCount((count) =>
  statement((db, value: Values<Address & Reasons>) =>
    db
      .deleteFrom('suppressions')
      .where('channel', '=', value('channel'))
      .where('address', '=', value('address'))
      .where(
        'reason',
        'in',
        Array.from({ length: count }, (_, index) => value(`reason${index}`)),
      )
      .returning('address'),
  ),
)

export function createSuppressionVerbs(run: Runner): SuppressionVerbs {
  return {
    get: (channel, address) => firstRecord(run, get, { channel, address }, suppressions),
    async add(suppression) {
      return (await first(run, add, suppressions.toRow(suppression))) !== undefined
    },
    async remove(channel, address, reasons) {
      if (reasons.length === 0) return false
      const numbered: Reasons = Object.fromEntries(reasons.map((reason, index) => [`reason${index}`, reason]))
      return (await first(run, remove(reasons.length), { channel, address, ...numbered })) !== undefined
    },
  }
}
