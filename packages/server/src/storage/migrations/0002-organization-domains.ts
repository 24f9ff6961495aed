import type { Migration } from './migration.ts'

export const organizationDomains: Migration = {
  name: '0002-organization-domains',
  statements: ({ text, integer, bigint }) => [
    `create table organization_domains (
      project_id ${text} not null,
      organization_id ${text} not null,
      domain ${text} not null,
      token ${text} not null,
      state ${text} not null,
      verified_at ${bigint},
      claimed_at ${bigint},
      checked_at ${bigint},
      failures ${integer} not null,
      next_check_at ${bigint},
      created_at ${bigint} not null,
      primary key (project_id, organization_id, domain),
      foreign key (project_id, organization_id) references organizations (project_id, id) on delete cascade
    )`,
    "create unique index organization_domains_verified on organization_domains (project_id, domain) where state = 'verified'",
    'create index organization_domains_domain on organization_domains (project_id, domain, organization_id)',
    'create index organization_domains_due on organization_domains (next_check_at)',
  ],
}
