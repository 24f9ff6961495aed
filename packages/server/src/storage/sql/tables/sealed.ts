import { sql } from 'kysely'
import type { SealedColumn } from '../../../methods/method.ts'
import { sealedMethodTables } from '../../../methods/methods.ts'
import type { SealedRow, SealedTable, SealedVerbs } from '../../sealed-verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Statement, statement, type Values } from '../engine/statement.ts'

type PageOf = { projectId: string; id: string; limit: number }
type Change = SealedRow & { next: string }

interface SealedStatements {
  list: Statement<PageOf, SealedRow>
  replace: Statement<Change, { id: string }>
}

const columns: Readonly<Record<SealedTable, Pick<SealedColumn, 'idColumn' | 'column'>>> = {
  signing_keys: { idColumn: 'kid', column: 'private_key_sealed' },
  ...sealedMethodTables,
}

const statements = Object.fromEntries(
  Object.entries(columns).map(([table, { idColumn, column }]) => [table, sealedStatements(table, idColumn, column)]),
) as Record<SealedTable, SealedStatements>

function sealedStatements(table: string, id: string, column: string): SealedStatements {
  const [from, key, sealed] = [sql.table(table), sql.ref(id), sql.ref(column)]
  return {
    list: statement((db, value: Values<PageOf>) => {
      const query = sql<SealedRow>`
        select project_id as "projectId", ${key} as id, ${sealed} as sealed from ${from}
        where (project_id, ${key}) > (${value('projectId')}, ${value('id')})
        order by project_id, ${key} limit ${value('limit')}`
      return { compile: () => query.compile(db) }
    }),
    replace: statement((db, value: Values<Change>) => {
      const query = sql<{ id: string }>`
        update ${from} set ${sealed} = ${value('next')}
        where project_id = ${value('projectId')} and ${key} = ${value('id')} and ${sealed} = ${value('sealed')}
        returning ${key} as id`
      return { compile: () => query.compile(db) }
    }),
  }
}

export function createSealedVerbs(run: Runner): SealedVerbs {
  return {
    // Nothing comes before an empty text.
    list: (table, after, limit) => run.all(statements[table].list, { ...(after ?? { projectId: '', id: '' }), limit }),
    async replace(table, row, sealed) {
      return (await first(run, statements[table].replace, { ...row, next: sealed })) !== undefined
    },
  }
}
