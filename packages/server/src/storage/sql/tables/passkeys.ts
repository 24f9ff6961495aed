import { sql } from 'kysely'
import type { PasskeyRecord, PasskeyVerbs } from '../../passkeys.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const passkeys = defineTable<'passkeys', PasskeyRecord>('passkeys', {
  projectId: 'text',
  id: 'text',
  accountId: 'text',
  rpId: 'text',
  publicKey: 'text',
  userHandle: 'text',
  signCount: 'integer',
  transports: 'json',
  aaguid: 'text',
  backupEligible: 'boolean',
  backedUp: 'boolean',
  createdAt: 'integer',
  lastUsedAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<PasskeyRecord>>) =>
  db.insertInto('passkeys').values(passkeys.values(value)),
)

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('passkeys')
    .select(passkeys.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const list = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db
    .selectFrom('passkeys')
    .select(passkeys.columns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .orderBy('created_at')
    .orderBy('id'),
)

/** The one look beyond a project. The kind is written out: the index holds no other. */
const isKnown = statement((db, value: Values<{ rpId: string; credentialId: string }>) =>
  db
    .selectFrom('registrations')
    .innerJoin('passkeys', (join) =>
      join.onRef('passkeys.project_id', '=', 'registrations.project_id').onRef('passkeys.id', '=', 'registrations.id'),
    )
    .select('passkeys.id')
    .where('registrations.unique_key', '=', value('credentialId'))
    .where('registrations.kind', '=', sql.lit('webauthn'))
    .where('passkeys.rp_id', '=', value('rpId'))
    .limit(1),
)

type Use = { projectId: string; id: string; signCount: number; uncounted: number; backedUp: number; now: number }

/** WebAuthn 3 §7.2, the signature counter: it has to rise, unless the credential does not count at all. */
const recordUse = statement((db, value: Values<Use>) =>
  db
    .updateTable('passkeys')
    .set({ sign_count: value('signCount'), backed_up: value('backedUp'), last_used_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where((row) =>
      row.or([
        row('sign_count', '<', value('signCount')),
        row('sign_count', '=', value('uncounted')),
        row('backup_eligible', '=', 1),
      ]),
    )
    .returning('id'),
)

export function createPasskeyVerbs(run: Runner): PasskeyVerbs {
  return {
    async insert(passkey) {
      await run.all(insert, passkeys.toRow(passkey))
    },
    async get(projectId, id) {
      return firstRecord(run, get, { projectId, id }, passkeys)
    },
    async list(projectId, accountId) {
      return (await run.all(list, { projectId, accountId })).map(passkeys.toRecord)
    },
    async isKnown(rpId, credentialId) {
      return (await first(run, isKnown, { rpId, credentialId })) !== undefined
    },
    async recordUse(projectId, id, { signCount, backedUp }, now) {
      // Zero in both places means that nothing is counted; no stored count equals -1.
      const uncounted = signCount === 0 ? 0 : -1
      const values = { projectId, id, signCount, uncounted, backedUp: backedUp ? 1 : 0, now }
      return (await first(run, recordUse, values)) !== undefined
    },
  }
}
