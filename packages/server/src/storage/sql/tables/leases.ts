import type { LeaseVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'

type Acquisition = { name: string; holder: string; now: number; end: number; tooFar: number }

const acquire = statement((db, value: Values<Acquisition>) =>
  db
    .insertInto('leases')
    .values({ name: value('name'), holder: value('holder'), ends_at: value('end') })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder: value('holder'), ends_at: value('end') })
        .where((row) =>
          row.or([
            row('leases.holder', '=', value('holder')),
            row('leases.ends_at', '<=', value('now')),
            // An end this far ahead comes from a clock that was set back; it would block all other holders until then.
            row('leases.ends_at', '>', value('tooFar')),
          ]),
        ),
    )
    .returning('name'),
)

const release = statement((db, value: Values<{ name: string; holder: string }>) =>
  db.deleteFrom('leases').where('name', '=', value('name')).where('holder', '=', value('holder')),
)

export function createLeaseVerbs(run: Runner): LeaseVerbs {
  return {
    async acquire(name, holder, ttlMs, now) {
      const values = { name, holder, now, end: now + ttlMs, tooFar: now + 2 * ttlMs }
      return (await first(run, acquire, values)) !== undefined
    },
    async release(name, holder) {
      await run.all(release, { name, holder })
    },
  }
}
