import { sql } from 'kysely'
import type { SealedRow, SealedTable, SealedVerbs } from '../../sealed-verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Statement, statement, type Values } from '../engine/statement.ts'

type PageOf = { projectId: string; id: string; limit: number }
type Change = SealedRow & { next: string }

interface SealedStatements {
  list: Statement<PageOf, SealedRow>
  replace: Statement<Change, { id: string }>
}

const sealedTables: Readonly<Record<SealedTable, SealedStatements>> = {
  signing_keys: statementsOf('signing_keys', 'kid', 'private_key_sealed'),
  totps: statementsOf('totps', 'id', 'secret_sealed'),
  recovery_codes: statementsOf('recovery_codes', 'id', 'code_sealed'),
  oauth_credentials: statementsOf('oauth_credentials', 'provider', 'secret_sealed'),
}

function statementsOf(table: SealedTable, id: string, column: string): SealedStatements {
  const [from, key, kept] = [sql.table(table), sql.ref(id), sql.ref(column)]
  return {
    list: statement((db, value: Values<PageOf>) => {
      const query = sql<SealedRow>`
        select project_id as "projectId", ${key} as id, ${kept} as sealed from ${from}
        where (project_id, ${key}) > (${value('projectId')}, ${value('id')})
        order by project_id, ${key} limit ${value('limit')}`
      return { compile: () => query.compile(db) }
    }),
    replace: statement((db, value: Values<Change>) => {
      const query = sql<{ id: string }>`
        update ${from} set ${kept} = ${value('next')}
        where project_id = ${value('projectId')} and ${key} = ${value('id')} and ${kept} = ${value('sealed')}
        returning ${key} as id`
      return { compile: () => query.compile(db) }
    }),
  }
}

export function createSealedVerbs(run: Runner): SealedVerbs {
  return {
    // Nothing comes before an empty text.
    list: (table, after, limit) =>
      run.all(sealedTables[table].list, { ...(after ?? { projectId: '', id: '' }), limit }),
    async replace(table, row, sealed) {
      return (await first(run, sealedTables[table].replace, { ...row, next: sealed })) !== undefined
    },
  }
}
