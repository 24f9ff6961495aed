import { type RawBuilder, sql } from 'kysely'
import { type LockoutState, type LockoutVerbs, lockedIndefinitely } from '../../verbs.ts'
import { defineTable, type JoinedTable } from '../engine/define-table.ts'
import { firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { sweep } from '../engine/sweep.ts'

/** The columns that callers see. */
const states = defineTable<'lockouts', LockoutState>('lockouts', {
  consecutive: 'integer',
  lockedUntil: 'integer',
  lockedAt: 'integer',
})
export const joinedLockouts: JoinedTable<'lockouts', LockoutState, 'l_'> = states.joinedAs('l_')

type Slot = {
  projectId: string
  subject: string
  threshold: number
  baseMs: number
  maxMs: number
  hardCap: number
  now: number
}

/** After this many doublings every policy has reached its maximum, and a shift would overflow. */
const maxDoublings = 20

/** How long a count is kept after its last wrong secret or the end of its lock-out. */
const keptMs = 90 * 24 * 60 * 60_000

const countGuess = statement((db, value: Values<Slot>) => {
  const next = sql<number>`(lockouts.consecutive + 1)`
  const one = sql<number>`cast(1 as integer)`
  return db
    .insertInto('lockouts')
    .values({
      project_id: value('projectId'),
      subject: value('subject'),
      consecutive: 1,
      locked_until: lockEnd(one, value),
      locked_at: lockStart(one, value),
      kept_until: keptUntil(one, value),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'subject'])
        .doUpdateSet({
          consecutive: next,
          locked_until: lockEnd(next, value),
          locked_at: lockStart(next, value),
          kept_until: keptUntil(next, value),
        })
        .where((row) =>
          row.or([
            row('lockouts.locked_until', 'is', null),
            row('lockouts.locked_until', '<=', value('now')),
            // An indefinite lock-out of another policy: under this policy none is longer than `maxMs`.
            sql<boolean>`lockouts.consecutive < ${integer(value('hardCap'))}
              and lockouts.locked_at + ${bigint(value('maxMs'))} <= ${bigint(value('now'))}`,
          ]),
        ),
    )
    .returning(states.columns)
})

const clear = statement((db, value: Values<{ projectId: string; subject: string }>) =>
  db.deleteFrom('lockouts').where('project_id', '=', value('projectId')).where('subject', '=', value('subject')),
)

type Below = { projectId: string; subject: string; below: string }

const clearAll = statement((db, value: Values<Below>) =>
  db
    .deleteFrom('lockouts')
    .where('project_id', '=', value('projectId'))
    .where((row) =>
      row.or([row('subject', '=', value('subject')), sql<boolean>`subject like ${value('below')} escape '!'`]),
    ),
)

type Refund = { projectId: string; subject: string; share: string; guesses: number }

/**
 * Subtracts from the count and its part what the part still holds, in one statement: guesses in flight at the same secret
 * may have subtracted it already, and the rest of the count belongs to other secrets. The rows are locked in the order in
 * which a guess counts them; under the lock, PostgreSQL reads the part as other transactions have left it.
 */
const refundGuesses = statement((db, value: Values<Refund>, engine) => {
  const counts = [value('subject'), value('share')]
  const guesses = integer(value('guesses'))
  const isShare = sql<number>`case when subject = ${value('share')} then 1 else 0 end`
  const held = sql<number>`case when consecutive < ${guesses} then consecutive else ${guesses} end`
  const remaining = sql<number>`case when lockouts.consecutive > refund.held
    then lockouts.consecutive - refund.held else 0 end`
  return db
    .with('counted', (from) =>
      from
        .selectFrom('lockouts')
        .select(['subject', held.as('held')])
        .where('project_id', '=', value('projectId'))
        .where('subject', 'in', counts)
        .orderBy(isShare)
        .$if(engine === 'postgres', (query) => query.forUpdate()),
    )
    .updateTable('lockouts')
    .from((from) => from.selectFrom('counted').select('held').where('subject', '=', value('share')).as('refund'))
    .set({ consecutive: remaining, locked_until: null, locked_at: null })
    .where('lockouts.project_id', '=', value('projectId'))
    .where('lockouts.subject', 'in', counts)
    .where('refund.held', '>', 0)
})

const clearEmpty = statement((db, value: Values<Omit<Refund, 'guesses'>>) =>
  db
    .deleteFrom('lockouts')
    .where('project_id', '=', value('projectId'))
    .where('subject', 'in', [value('subject'), value('share')])
    .where('consecutive', '=', 0),
)

const get = statement((db, value: Values<{ projectId: string; subject: string }>) =>
  db
    .selectFrom('lockouts')
    .select(states.columns)
    .where('project_id', '=', value('projectId'))
    .where('subject', '=', value('subject')),
)

const sweepOld = sweep('lockouts', 'kept_until')

export function createLockoutVerbs(run: Runner): LockoutVerbs {
  return {
    countGuess: (projectId, subject, policy, now) =>
      firstRecord(run, countGuess, { projectId, subject, ...policy, now }, states),
    async clear(projectId, subject) {
      await run.all(clear, { projectId, subject })
    },
    async clearAll(projectId, subject) {
      await run.all(clearAll, { projectId, subject, below: `${subject.replace(/[!%_]/g, '!$&')}/%` })
    },
    async refundCorrectGuesses(projectId, counts, guesses) {
      await run.atomically(async (own) => {
        await own.all(refundGuesses, { projectId, ...counts, guesses })
        await own.all(clearEmpty, { projectId, ...counts })
      })
    },
    async refundGuesses(projectId, counts, guesses) {
      await run.all(refundGuesses, { projectId, ...counts, guesses })
    },
    get: (projectId, subject) => firstRecord(run, get, { projectId, subject }, states),
    async sweep(before, limit) {
      return (await run.all(sweepOld, { before, limit })).length
    },
  }
}

/** When the lock-out of the `count`-th wrong secret ends; null if it does not lock. */
function lockEnd(count: RawBuilder<number>, value: Values<Slot>): RawBuilder<number | null> {
  const doublings = sql`(${count} / ${integer(value('threshold'))} - 1)`
  const length = sql`(${bigint(value('baseMs'))} << cast(${doublings} as integer))`
  return sql`case
    when ${count} >= ${integer(value('hardCap'))} then ${bigint(lockedIndefinitely)}
    when ${count} % ${integer(value('threshold'))} <> 0 then null
    when ${doublings} > ${integer(maxDoublings)} then ${bigint(value('now'))} + ${bigint(value('maxMs'))}
    when ${length} > ${bigint(value('maxMs'))} then ${bigint(value('now'))} + ${bigint(value('maxMs'))}
    else ${bigint(value('now'))} + ${length}
  end`
}

/** An indefinite lock-out is kept indefinitely. */
function keptUntil(count: RawBuilder<number>, value: Values<Slot>): RawBuilder<number> {
  return sql`coalesce(${lockEnd(count, value)}, ${bigint(value('now'))}) + ${bigint(keptMs)}`
}

function lockStart(count: RawBuilder<number>, value: Values<Slot>): RawBuilder<number | null> {
  return sql`case
    when ${count} >= ${integer(value('hardCap'))} or ${count} % ${integer(value('threshold'))} = 0
    then ${bigint(value('now'))}
  end`
}

/** PostgreSQL needs the type of a parameter in arithmetic. */
function bigint(value: number): RawBuilder<number> {
  return sql`cast(${value} as bigint)`
}

function integer(value: number): RawBuilder<number> {
  return sql`cast(${value} as integer)`
}
