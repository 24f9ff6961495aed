import type { Migration } from './migration.ts'

const providers = ['google', 'microsoft', 'hubspot', 'slack', 'github']

/** Finds the organizations that a tenant of an identity provider may join: `allowed_oauth_tenants` of their settings. */
export const organizationTenants: Migration = {
  name: '0010-organization-tenants',
  statements: ({ text, textAt, textElements }) => [
    `create table organization_tenants (
      project_id ${text} not null,
      tenant ${text} not null,
      organization_id ${text} not null,
      primary key (project_id, tenant, organization_id),
      foreign key (project_id, organization_id) references organizations (project_id, id) on delete cascade
    )`,
    'create index organization_tenants_organization on organization_tenants (project_id, organization_id)',
    ...providers.map(
      (provider) => `insert into organization_tenants (project_id, tenant, organization_id)
        select distinct organizations.project_id, '${provider}|' || tenants.value, organizations.id from organizations
        cross join ${textElements(textAt('settings', 'allowed_oauth_tenants', provider))} as tenants`,
    ),
  ],
}
