import type { SuppressionRecord } from '../../records.ts'
import type { SuppressionVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, statementByCount, type Values } from '../engine/statement.ts'
import type { SuppressionsTable } from '../engine/tables.ts'

type Address = { channel: string; address: string }

const get = statement((db, value: Values<Address>) =>
  db
    .selectFrom('suppressions')
    .select(['channel', 'address', 'reason', 'created_at'])
    .where('channel', '=', value('channel'))
    .where('address', '=', value('address')),
)

const add = statement((db, value: Values<SuppressionsTable>) =>
  db
    .insertInto('suppressions')
    .values({
      channel: value('channel'),
      address: value('address'),
      reason: value('reason'),
      created_at: value('created_at'),
    })
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
    async get(channel, address) {
      const row = await first(run, get, { channel, address })
      if (!row) return null
      return { channel, address, reason: row.reason as SuppressionRecord['reason'], createdAt: row.created_at }
    },
    async add({ channel, address, reason, createdAt }) {
      return (await first(run, add, { channel, address, reason, created_at: createdAt })) !== undefined
    },
    async remove(channel, address, reasons) {
      if (reasons.length === 0) return false
      const numbered: Reasons = Object.fromEntries(reasons.map((reason, index) => [`reason${index}`, reason]))
      return (await first(run, remove(reasons.length), { channel, address, ...numbered })) !== undefined
    },
  }
}
