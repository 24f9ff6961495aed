import type { RecoveryCodeRecord, TotpRecord, TotpVerbs } from '../../totps.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const totps = defineTable<'totps', TotpRecord>('totps', {
  projectId: 'text',
  id: 'text',
  accountId: 'text',
  secretSealed: 'text',
  lastStep: 'integer',
  expiresAt: 'integer',
  createdAt: 'integer',
})

const recoveryCodes = defineTable<'recovery_codes', RecoveryCodeRecord>('recovery_codes', {
  projectId: 'text',
  id: 'text',
  totpId: 'text',
  accountId: 'text',
  codeMac: 'text',
  codeSealed: 'text',
  position: 'integer',
  usedAt: 'integer',
  usedBy: 'text',
})

const insert = statement((db, value: Values<RowOf<TotpRecord>>) => db.insertInto('totps').values(totps.values(value)))

const addRecoveryCode = statement((db, value: Values<RowOf<RecoveryCodeRecord>>) =>
  db.insertInto('recovery_codes').values(recoveryCodes.values(value)),
)

const list = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db
    .selectFrom('totps')
    .select(totps.columns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .orderBy('created_at')
    .orderBy('id'),
)

const listRecoveryCodes = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db
    .selectFrom('recovery_codes')
    .select(recoveryCodes.columns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .where('used_at', 'is', null)
    .orderBy('totp_id')
    .orderBy('position'),
)

const removeRecoveryCodes = statement((db, value: Values<{ projectId: string; accountId: string; totpId: string }>) =>
  db
    .deleteFrom('recovery_codes')
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('accountId'))
    .where('totp_id', '=', value('totpId')),
)

/** RFC 6238 §5.2: no second code of a time step. Of any number of callers exactly one gets the row back. */
const useStep = statement((db, value: Values<{ projectId: string; id: string; step: number; now: number }>) =>
  db
    .updateTable('totps')
    .set({ last_step: value('step'), expires_at: null })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('last_step', '<', value('step'))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', value('now'))]))
    .returning('id'),
)

const useRecoveryCode = statement((db, value: Values<{ projectId: string; id: string; now: number; usedBy: string }>) =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: value('now'), used_by: value('usedBy') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('used_at', 'is', null)
    .returning('id'),
)

export function createTotpVerbs(run: Runner): TotpVerbs {
  return {
    async insert(totp) {
      await run.all(insert, totps.toRow(totp))
    },
    async addRecoveryCode(code) {
      await run.all(addRecoveryCode, recoveryCodes.toRow(code))
    },
    async removeRecoveryCodes(projectId, accountId, totpId) {
      await run.all(removeRecoveryCodes, { projectId, accountId, totpId })
    },
    async list(projectId, accountId) {
      return (await run.all(list, { projectId, accountId })).map(totps.toRecord)
    },
    async listRecoveryCodes(projectId, accountId) {
      return (await run.all(listRecoveryCodes, { projectId, accountId })).map(recoveryCodes.toRecord)
    },
    async useStep(projectId, id, step, now) {
      return (await first(run, useStep, { projectId, id, step, now })) !== undefined
    },
    async useRecoveryCode(projectId, id, now, usedBy) {
      return (await first(run, useRecoveryCode, { projectId, id, now, usedBy })) !== undefined
    },
  }
}
