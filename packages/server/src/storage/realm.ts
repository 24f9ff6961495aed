/**
 * The scope in which an identifier belongs to one account: a project, or one organization of it. Accounts,
 * registrations and one-time secrets have these fields, so each of them can be passed as its realm.
 */
export interface Realm {
  projectId: string
  /** Null for the project itself. */
  organizationId: string | null
}

/** The realm of members. */
export interface OrganizationRealm extends Realm {
  organizationId: string
}

/** The realm of the users of a consumer project. */
export function projectRealm(projectId: string): Realm {
  return { projectId, organizationId: null }
}

/** The realm of the members of an organization. */
export function organizationRealm({ projectId, id }: { projectId: string; id: string }): OrganizationRealm {
  return { projectId, organizationId: id }
}

/** The realm of a record, without its other fields. */
export function realmOf({ projectId, organizationId }: Realm): Realm {
  return { projectId, organizationId }
}

/** The columns of a realm. Indexes on them must be unique, which null values are not: the project itself is ''. */
export function realmColumns({ projectId, organizationId }: Realm): { project_id: string; realm: string } {
  return { project_id: projectId, realm: organizationId ?? '' }
}

/** Text that is unique in a realm, for keys of a table without a realm: lock-outs of identifiers. */
export function inRealm({ organizationId }: Realm, text: string): string {
  return organizationId === null ? text : `${organizationId}|${text}`
}
