import { sql } from 'kysely'
import type { PasskeyRecord } from '../../records.ts'
import type { PasskeyVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { PasskeysTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'id',
  'user_id',
  'rp_id',
  'public_key',
  'user_handle',
  'sign_count',
  'transports',
  'aaguid',
  'backup_eligible',
  'backed_up',
  'created_at',
  'last_used_at',
] as const

const insert = statement((db, value: Values<PasskeysTable>) =>
  db.insertInto('passkeys').values({
    project_id: value('project_id'),
    id: value('id'),
    user_id: value('user_id'),
    rp_id: value('rp_id'),
    public_key: value('public_key'),
    user_handle: value('user_handle'),
    sign_count: value('sign_count'),
    transports: value('transports'),
    aaguid: value('aaguid'),
    backup_eligible: value('backup_eligible'),
    backed_up: value('backed_up'),
    created_at: value('created_at'),
    last_used_at: value('last_used_at'),
  }),
)

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.selectFrom('passkeys').select(columns).where('project_id', '=', value('projectId')).where('id', '=', value('id')),
)

const list = statement((db, value: Values<{ projectId: string; userId: string }>) =>
  db
    .selectFrom('passkeys')
    .select(columns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('userId'))
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
      await run.all(insert, {
        project_id: passkey.projectId,
        id: passkey.id,
        user_id: passkey.userId,
        rp_id: passkey.rpId,
        public_key: passkey.publicKey,
        user_handle: passkey.userHandle,
        sign_count: passkey.signCount,
        transports: JSON.stringify(passkey.transports),
        aaguid: passkey.aaguid,
        backup_eligible: passkey.backupEligible ? 1 : 0,
        backed_up: passkey.backedUp ? 1 : 0,
        created_at: passkey.createdAt,
        last_used_at: passkey.lastUsedAt,
      })
    },
    async get(projectId, id) {
      const row = await first(run, get, { projectId, id })
      return row ? toPasskey(row) : null
    },
    async list(projectId, userId) {
      return (await run.all(list, { projectId, userId })).map(toPasskey)
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

function toPasskey(row: PasskeysTable): PasskeyRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    userId: row.user_id,
    rpId: row.rp_id,
    publicKey: row.public_key,
    userHandle: row.user_handle,
    signCount: row.sign_count,
    transports: JSON.parse(row.transports) as string[],
    aaguid: row.aaguid,
    backupEligible: row.backup_eligible === 1,
    backedUp: row.backed_up === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
