import type { RecoveryCodeRecord, TotpRecord } from '../../records.ts'
import type { TotpVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RecoveryCodesTable, TotpsTable } from '../engine/tables.ts'

const totpColumns = ['project_id', 'id', 'user_id', 'secret_sealed', 'last_step', 'expires_at', 'created_at'] as const

const codeColumns = [
  'project_id',
  'id',
  'totp_id',
  'user_id',
  'code_mac',
  'code_sealed',
  'position',
  'used_at',
  'used_by',
] as const

const insert = statement((db, value: Values<TotpsTable>) =>
  db.insertInto('totps').values({
    project_id: value('project_id'),
    id: value('id'),
    user_id: value('user_id'),
    secret_sealed: value('secret_sealed'),
    last_step: value('last_step'),
    expires_at: value('expires_at'),
    created_at: value('created_at'),
  }),
)

const addRecoveryCode = statement((db, value: Values<RecoveryCodesTable>) =>
  db.insertInto('recovery_codes').values({
    project_id: value('project_id'),
    id: value('id'),
    totp_id: value('totp_id'),
    user_id: value('user_id'),
    code_mac: value('code_mac'),
    code_sealed: value('code_sealed'),
    position: value('position'),
    used_at: value('used_at'),
    used_by: value('used_by'),
  }),
)

const list = statement((db, value: Values<{ projectId: string; userId: string }>) =>
  db
    .selectFrom('totps')
    .select(totpColumns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('userId'))
    .orderBy('created_at')
    .orderBy('id'),
)

const listRecoveryCodes = statement((db, value: Values<{ projectId: string; userId: string }>) =>
  db
    .selectFrom('recovery_codes')
    .select(codeColumns)
    .where('project_id', '=', value('projectId'))
    .where('user_id', '=', value('userId'))
    .where('used_at', 'is', null)
    .orderBy('totp_id')
    .orderBy('position'),
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
      await run.all(insert, {
        project_id: totp.projectId,
        id: totp.id,
        user_id: totp.userId,
        secret_sealed: totp.secretSealed,
        last_step: totp.lastStep,
        expires_at: totp.expiresAt,
        created_at: totp.createdAt,
      })
    },
    async addRecoveryCode(code) {
      await run.all(addRecoveryCode, {
        project_id: code.projectId,
        id: code.id,
        totp_id: code.totpId,
        user_id: code.userId,
        code_mac: code.codeMac,
        code_sealed: code.codeSealed,
        position: code.position,
        used_at: code.usedAt,
        used_by: code.usedBy,
      })
    },
    async list(projectId, userId) {
      return (await run.all(list, { projectId, userId })).map(toTotp)
    },
    async listRecoveryCodes(projectId, userId) {
      return (await run.all(listRecoveryCodes, { projectId, userId })).map(toRecoveryCode)
    },
    async useStep(projectId, id, step, now) {
      return (await first(run, useStep, { projectId, id, step, now })) !== undefined
    },
    async useRecoveryCode(projectId, id, now, usedBy) {
      return (await first(run, useRecoveryCode, { projectId, id, now, usedBy })) !== undefined
    },
  }
}

function toTotp(row: TotpsTable): TotpRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    userId: row.user_id,
    secretSealed: row.secret_sealed,
    lastStep: row.last_step,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}

function toRecoveryCode(row: RecoveryCodesTable): RecoveryCodeRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    totpId: row.totp_id,
    userId: row.user_id,
    codeMac: row.code_mac,
    codeSealed: row.code_sealed,
    position: row.position,
    usedAt: row.used_at,
    usedBy: row.used_by,
  }
}
