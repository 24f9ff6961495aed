// The tenants of the settings of organizations, in a table of their own, because discovery looks for them.
import { type B2bOAuthProvider, b2bOAuthProviders, type JsonObject } from '@latchkey/contract'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { jsonElements } from '../engine/json-elements.ts'
import type { Runner } from '../engine/runner.ts'
import { type Engine, statement, type Values } from '../engine/statement.ts'
import type { Tables } from '../engine/tables.ts'

type Owned = { projectId: string; id: string }

const remove = statement((db, value: Values<Owned>) =>
  db
    .deleteFrom('organization_tenants')
    .where('project_id', '=', value('projectId'))
    .where('organization_id', '=', value('id')),
)

const insert = statement((db, value: Values<Owned & { tenants: string }>, engine) => {
  const query = sql<never>`insert into organization_tenants (project_id, tenant, organization_id)
    select cast(${value('projectId')} as text), e.value, cast(${value('id')} as text)
    from ${jsonElements(engine, value('tenants'), 'e')}`
  return { compile: () => query.compile(db) }
})

/** The tenants that the settings allow. */
export function allowedTenants({ allowed_oauth_tenants: stored }: JsonObject): string[] {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return []
  const keys = b2bOAuthProviders.flatMap((provider) => {
    const tenants = Object.hasOwn(stored, provider) ? stored[provider] : []
    return Array.isArray(tenants) ? tenants.map((tenant) => tenantKey(provider, String(tenant))) : []
  })
  return [...new Set(keys)]
}

export async function replaceTenants(run: Runner, { tenants, ...owned }: Owned & { tenants: string[] }): Promise<void> {
  await run.all(remove, owned)
  if (tenants.length > 0) await run.all(insert, { ...owned, tenants: JSON.stringify(tenants) })
}

/** The parameter of a statement with `organizationsOfTenants`. */
export function tenantKeys(provider: B2bOAuthProvider, tenants: readonly string[]): string {
  return JSON.stringify(tenants.map((tenant) => tenantKey(provider, tenant)))
}

export function organizationsOfTenants(
  db: Kysely<Tables>,
  engine: Engine,
  value: Values<{ projectId: string; tenants: string }>,
): SelectQueryBuilder<Tables, 'organization_tenants', { organization_id: string }> {
  return db
    .selectFrom('organization_tenants')
    .select('organization_id')
    .where('project_id', '=', value('projectId'))
    .where(sql<boolean>`tenant in (select e.value from ${jsonElements(engine, value('tenants'), 'e')})`)
}

function tenantKey(provider: B2bOAuthProvider, tenant: string): string {
  return `${provider}|${tenant}`
}
