import { type B2bClient, type B2bState, createB2bClient } from '@latchkey/client/b2b'
import {
  type AdminMember,
  type AdminMembersCreateRequest,
  type AdminOrganization,
  type AdminOrganizationsCreateRequest,
  adminEndpoints,
} from '@latchkey/contract/admin'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { openTestkit, type Testkit, type TestkitOptions } from './create-testkit.ts'

/** An organization with its members, as the admin API returns them. */
export interface TestOrganization extends AdminOrganization {
  members: AdminMember[]
}

/** A testkit whose project is a business project. */
export interface BusinessTestkit extends Testkit<B2bClient, B2bState> {
  /** The organization whose members a test signs in: Ada, the admin, Grace, and Alan, who is invited. */
  acme: TestOrganization
  /** Another organization. Ada is a member of both. */
  globex: TestOrganization
  /** Creates another organization. */
  createTestOrganization(request?: Partial<AdminOrganizationsCreateRequest>): Promise<TestOrganization>
  /** Creates a member of an organization, and adds it to `members`. The member is active by default. */
  createTestMember(organization: TestOrganization, request?: Partial<AdminMembersCreateRequest>): Promise<AdminMember>
  /**
   * The ids, names and addresses of an organization and its members that occur in a value, such as a response. What
   * another organization has too does not count, such as the address of Ada.
   */
  findDataOf(organization: TestOrganization, value: unknown): string[]
}

const ada: AdminMembersCreateRequest = { email_address: 'ada@acme.test', name: 'Ada Lovelace' }

/**
 * Starts a testkit with two organizations. Call `close()` when the test has ended.
 *
 * @example
 * const kit = await createBusinessTestkit()
 * const member = await kit.createTestMember(kit.acme, { email_address: 'dorothy@acme.test' })
 * expect(kit.findDataOf(kit.globex, await (await fetch('/members')).json())).toEqual([])
 */
export async function createBusinessTestkit(
  options: Omit<TestkitOptions<B2bState>, 'vertical'> = {},
): Promise<BusinessTestkit> {
  const kit = await openTestkit(createB2bClient, { ...options, vertical: 'B2B' })
  const { administration, project } = kit
  const organizations: TestOrganization[] = []
  let count = 0

  async function createTestOrganization({
    organization_name = `Organization ${++count}`,
    ...rest
  }: Partial<AdminOrganizationsCreateRequest> = {}): Promise<TestOrganization> {
    const request = { organization_name, ...rest }
    const { organization } = await administration.call(adminEndpoints.adminOrganizationsCreate, { project, request })
    const created = { ...organization, members: [] }
    organizations.push(created)
    return created
  }

  async function createTestMember(
    { organization_id, members }: TestOrganization,
    { email_address = `member-${++count}@example.com`, ...rest }: Partial<AdminMembersCreateRequest> = {},
  ): Promise<AdminMember> {
    const { member } = await administration.call(adminEndpoints.adminMembersCreate, {
      project,
      params: { organization_id },
      request: { email_address, ...rest },
    })
    members.push(member)
    return member
  }

  const acme = await createTestOrganization({ organization_name: 'Acme', organization_slug: 'acme' })
  await createTestMember(acme, { ...ada, roles: [builtInRoleIds.admin] })
  await createTestMember(acme, { email_address: 'grace@acme.test', name: 'Grace Hopper' })
  await createTestMember(acme, { email_address: 'alan@example.com', name: 'Alan Turing', status: 'invited' })
  const globex = await createTestOrganization({ organization_name: 'Globex', organization_slug: 'globex' })
  await createTestMember(globex, {
    ...{ email_address: 'katherine@globex.test', name: 'Katherine Johnson' },
    roles: [builtInRoleIds.admin],
  })
  await createTestMember(globex, ada)

  return {
    ...kit,
    ...{ acme, globex, createTestOrganization, createTestMember },
    findDataOf(organization, value) {
      const others = new Set(organizations.filter((other) => other !== organization).flatMap(dataOf))
      const text = JSON.stringify(value) ?? ''
      return dataOf(organization).filter((part) => !others.has(part) && text.includes(part))
    },
  }
}

/** As parts of JSON. The name and the slug are whole values, because addresses and other names may contain them. */
function dataOf({ organization_id, organization_name, organization_slug, members }: TestOrganization): string[] {
  return [
    ...[organization_id, JSON.stringify(organization_name), JSON.stringify(organization_slug)],
    ...members.flatMap(({ member_id, email_address, name }) => [member_id, email_address, name]),
  ].filter((part) => part !== '')
}
