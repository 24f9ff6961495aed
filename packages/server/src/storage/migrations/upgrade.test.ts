import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from '../operations/open-storage.ts'
import { organizationRealm, projectRealm } from '../realm.ts'
import type { Storage } from '../storage.ts'
import {
  sampleAccount,
  sampleMember,
  sampleNow,
  sampleOneTime,
  sampleOrganization,
  sampleProject,
  sampleRegistration,
} from '../testing/sample.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { initial } from './0001-initial.ts'
import { rolesOfAccounts } from './0007-roles-of-accounts.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'

const directAssignment = { sourceKind: 'direct_assignment', sourceId: '' }

const directory = mkdtempSync(join(tmpdir(), 'latchkey-upgrade-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

interface Target {
  /** The schema after some of the migrations. */
  openEarlier(applied: readonly Migration[]): Promise<Storage>
  open(): Promise<Storage>
  execute(statement: string): Promise<unknown>
}

const engines: [string, () => Promise<Target>][] = [
  [
    'SQLite',
    async () => {
      const path = join(directory, 'first.db')
      return {
        openEarlier: (applied) => openSqlite({ path, migrations: applied }),
        open: () => openSqlite({ path }),
        async execute(statement) {
          const db = new DatabaseSync(path)
          db.exec(statement)
          db.close()
        },
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await createTestDatabase()
      return {
        openEarlier: (applied) => openPostgres({ url, migrations: applied }),
        open: () => openPostgres({ url }),
        async execute(statement) {
          const client = new pg.Client({ connectionString: url })
          await client.connect()
          await client.query(statement).finally(() => client.end())
        },
      }
    },
  ],
]

const project = sampleProject()
const realm = projectRealm(project.id)
const account = sampleAccount(project.id, { externalId: 'crm-1' })
const registration = sampleRegistration(account, { verified: true, verifiedAt: sampleNow })
const secret = sampleOneTime(project.id, { identifier: 'email:ada@example.com', purpose: 'otp_email' })

/** The second one looks like the first one. */
const slugs = ['acme', 'acrne', '.1o5_~i-w.']

/** What a later version stored, before roles had sources. */
const rolesOfActive = `update users set roles = '["latchkey_admin","\\"ä","latchkey_admin"]'
  where id = 'member-test-active'`

/** What the first version stored. */
const rows = [
  `insert into users (project_id, id, status, name, trusted_metadata, untrusted_metadata, roles, external_id,
    created_at, updated_at) values ('${project.id}', '${account.id}', 'active', '${JSON.stringify(account.name)}',
    '{}', '{}', '["user"]', 'crm-1', ${sampleNow}, ${sampleNow})`,
  `insert into registrations (project_id, id, user_id, kind, unique_key, verified, details, created_at, verified_at)
    values ('${project.id}', '${registration.id}', '${account.id}', 'email', '${registration.uniqueKey}', 1, '{}',
    ${sampleNow}, ${sampleNow})`,
  `insert into one_time (project_id, id, purpose, token_hash, identifier, mismatches, attempts, payload, created_at,
    expires_at) values ('${project.id}', '${secret.id}', 'otp_email', '${secret.tokenHash}', '${secret.identifier}', 0,
    0, '{}', ${secret.createdAt}, ${secret.expiresAt})`,
  ...slugs.map(
    (slug, index) => `insert into organizations (project_id, id, name, slug, created_at, updated_at)
      values ('${project.id}', 'organization-test-${index + 1}', 'Acme', '${slug}', ${sampleNow}, ${sampleNow})`,
  ),
  ...['active', 'invited', 'deleted'].map(
    (status) => `insert into members (project_id, id, organization_id, email, status, name, password_id, created_at,
      updated_at) values ('${project.id}', 'member-test-${status}', 'organization-test-1', '${status}@example.com',
      '${status}', 'Ada "ä"', '', ${sampleNow}, ${sampleNow + 1})`,
  ),
]

describe.each(engines)('a database of the first version on %s', (_, make) => {
  let storage: Storage
  beforeAll(async () => {
    const target = await make()
    const first = await target.openEarlier([initial])
    await first.projects.insert(project)
    await first.close()
    for (const row of rows) await target.execute(row)
    const beforeRolesMoved = migrations.slice(0, migrations.indexOf(rolesOfAccounts))
    await (await target.openEarlier(beforeRolesMoved)).close()
    await target.execute(rolesOfActive)
    storage = await target.open()
  })
  afterAll(() => storage.close())

  it('keeps users, their registrations and their secrets in the realm of the project', async () => {
    const whole = { ...account, registrations: [registration] }
    expect(await storage.accounts.findByRegistration(realm, 'email', registration.uniqueKey)).toEqual(whole)
    expect(await storage.accounts.findByExternalId(realm, 'crm-1')).toEqual(whole)
    expect(await storage.accounts.list(realm, { limit: 9 })).toEqual({ items: [whole], nextCursor: null })
    const options = { now: sampleNow, limit: 9 }
    expect(await storage.oneTime.listLive(realm, secret.identifier, ['otp_email'], options)).toEqual([secret])
  })

  it('has every member as an account of its organization [B-ACC-08]', async () => {
    const members = organizationRealm({ projectId: project.id, id: 'organization-test-1' })
    for (const status of ['active', 'invited', 'deleted'] as const) {
      const isActive = status === 'active'
      const sample = sampleMember(
        members,
        { id: `member-test-${status}`, status, joinedAt: isActive ? sampleNow : null },
        `${status}@example.com`,
      )
      const [address] = sample.account.registrations
      expect(await storage.members.findByEmail(members, `${status}@example.com`)).toEqual({
        ...sample,
        roles: isActive ? ['"ä', 'latchkey_admin'].map((roleId) => ({ roleId, ...directAssignment })) : [],
        deletedAt: status === 'deleted' ? sampleNow + 1 : null,
        account: {
          ...sample.account,
          name: { first_name: 'Ada "ä"', middle_name: '', last_name: '' },
          updatedAt: sampleNow + 1,
          registrations: [
            {
              ...address,
              ...{ id: `email-test-${status}`, verified: isActive, verifiedAt: isActive ? sampleNow : null },
            },
          ],
        },
      })
    }
    const acme = { id: 'organization-test-1', name: 'Acme', slug: 'acme' }
    expect(await storage.organizations.getBySlug(project.id, 'acme')).toEqual(sampleOrganization(project.id, acme))
  })

  it('keeps slugs that look alike, and accepts no further one [B-ORG-11]', async () => {
    const found = await Promise.all(slugs.map((slug) => storage.organizations.getBySlug(project.id, slug)))
    expect(found.map((organization) => organization?.slug)).toEqual(slugs)
    for (const slug of ['acme-', 'ac-rne', 'los-l-vv', 'l0s_1-w'])
      expect([slug, await storage.organizations.insert(sampleOrganization(project.id, { slug }))]).toEqual([
        slug,
        slug === 'ac-rne',
      ])
  })

  it('accepts the slug of no organization again, also of one that looked like another', async () => {
    const first = await storage.organizations.getBySlug(project.id, 'acme')
    const { id = '', revision = 0 } = first ?? {}
    expect(await storage.organizations.update(project.id, id, revision, { slug: 'renamed' }, sampleNow)).toBe(true)
    expect(await storage.organizations.insert(sampleOrganization(project.id, { slug: 'acrne' }))).toBe(false)
  })
})
