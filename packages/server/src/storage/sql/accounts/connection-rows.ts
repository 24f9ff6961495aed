// The active SSO connections are read in the statement that reads the organization, as one column of JSON.
import { type AliasedRawBuilder, sql } from 'kysely'
import type { ActiveConnection } from '../../sso-connections.ts'
import type { Engine } from '../engine/statement.ts'
import { jsonArray, jsonArrayOfRows, parsedRows } from './role-rows.ts'

type ActiveConnectionsCell = { active_connections: string | null }

/** A column for statements that read `organizations`. */
export function activeConnections(engine: Engine): AliasedRawBuilder<string | null, 'active_connections'> {
  return sql<string | null>`(
    select cast(${jsonArrayOfRows[engine]}(${jsonArray[engine]}(id, display_name, identity_provider)) as text)
    from sso_connections
    where sso_connections.project_id = organizations.project_id
      and sso_connections.organization_id = organizations.id
      and sso_connections.status = ${sql.lit('active')})`.as('active_connections')
}

export function toActiveConnections({ active_connections: cell }: ActiveConnectionsCell): ActiveConnection[] {
  const rows: [string, string, string][] = parsedRows(cell)
  return rows.map(([id, displayName, identityProvider]) => ({ id, displayName, identityProvider }))
}
