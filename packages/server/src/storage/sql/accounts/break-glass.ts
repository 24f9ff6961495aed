import { realmColumns } from '../../realm.ts'
import type { MemberVerbs } from '../../verbs.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'

type InRealm = { project_id: string; realm: string }

const record = statement((db, value: Values<InRealm & { id: string; now: number }>) =>
  db
    .insertInto('break_glass_sign_ins')
    .values({
      project_id: value('project_id'),
      organization_id: value('realm'),
      member_id: value('id'),
      signed_in_at: value('now'),
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'member_id']).doUpdateSet({ signed_in_at: value('now') }),
    ),
)

const list = statement((db, value: Values<InRealm>) =>
  db
    .selectFrom('break_glass_sign_ins')
    .select(['member_id', 'signed_in_at'])
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm')),
)

export function createBreakGlassVerbs(
  run: Runner,
): Pick<MemberVerbs, 'recordBreakGlassSignIn' | 'listBreakGlassSignIns'> {
  return {
    async recordBreakGlassSignIn(realm, id, now) {
      await run.all(record, { ...realmColumns(realm), id, now })
    },
    async listBreakGlassSignIns(realm) {
      const rows = await run.all(list, realmColumns(realm))
      return rows.map(({ member_id: memberId, signed_in_at: signedInAt }) => ({ memberId, signedInAt }))
    },
  }
}
