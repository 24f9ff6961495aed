import {
  type AdminMember,
  type AdminMembersCreateRequest,
  type AdminOrganization,
  type AdminOrganizationDomain,
  type AdminOrganizationsUpdateRequest,
  adminEndpoints,
} from '@latchkey/contract/admin'
import { useCallback, useEffect, useState } from 'react'
import type { DevAdmin } from '../admin/dev-admin.ts'

/** An organization with its members and domains. */
export interface OrganizationDetails {
  readonly organization: AdminOrganization
  readonly members: readonly AdminMember[]
  readonly domains: readonly AdminOrganizationDomain[]
}

export interface Organizations {
  /** Newest first. Null until the provider responds. */
  readonly list: readonly AdminOrganization[] | null
  readonly selected: OrganizationDetails | null
  readonly error: string | null
  select(organizationId: string): void
  create(name: string): void
  /** Changes the given settings of the selected organization. */
  update(settings: AdminOrganizationsUpdateRequest): void
  /** Ends the sessions of all members, who cannot sign in until `resume`. */
  suspend(): void
  resume(): void
  /** Deletes the selected organization. */
  remove(): void
  createMember(request: AdminMembersCreateRequest): void
  /** Replaces the roles of a member, whose sessions continue with the new ones. */
  setRoles(member: AdminMember, roles: string[]): void
  addDomain(domain: string): void
  /** Adds the TXT record to the name service of the development provider, and checks it. */
  proveDomain(domain: AdminOrganizationDomain): void
}

/** The organizations of the business project, and what an operator can do with them. A sign-in selects its own. */
export function useOrganizations(admin: DevAdmin, signedInTo: string | undefined): Organizations {
  const [list, setList] = useState<readonly AdminOrganization[] | null>(null)
  const [selected, setSelected] = useState<OrganizationDetails | null>(null)
  const [error, setError] = useState<string | null>(null)

  const run = useCallback((work: () => Promise<unknown>) => {
    work().then(
      () => setError(null),
      (cause: unknown) => setError(cause instanceof Error ? cause.message : String(cause)),
    )
  }, [])
  const read = useCallback(
    async (organizationId?: string) => {
      const { organizations } = await admin.call(adminEndpoints.adminOrganizationsList)
      const organization =
        organizations.find(({ organization_id }) => organization_id === organizationId) ?? organizations[0]
      setList(organizations)
      setSelected(organization ? await readDetails(admin, organization) : null)
    },
    [admin],
  )
  useEffect(() => run(() => read(signedInTo)), [run, read, signedInTo])

  /** Changes the selected organization, then reads it again. */
  const change = (work: (params: { organization_id: string }) => Promise<unknown>): void => {
    if (selected === null) return
    const { organization_id } = selected.organization
    run(async () => {
      await work({ organization_id })
      await read(organization_id)
    })
  }

  return {
    ...{ list, selected, error },
    select: (organizationId) => run(() => read(organizationId)),
    create: (name) =>
      run(async () => {
        const request = { organization_name: name }
        const { organization } = await admin.call(adminEndpoints.adminOrganizationsCreate, { request })
        await read(organization.organization_id)
      }),
    update: (request) => change((params) => admin.call(adminEndpoints.adminOrganizationsUpdate, { params, request })),
    suspend: () => change((params) => admin.call(adminEndpoints.adminOrganizationsSuspend, { params })),
    resume: () => change((params) => admin.call(adminEndpoints.adminOrganizationsResume, { params })),
    remove: () => change((params) => admin.call(adminEndpoints.adminOrganizationsDelete, { params })),
    createMember: (request) => change((params) => admin.call(adminEndpoints.adminMembersCreate, { params, request })),
    setRoles: ({ member_id }, roles) =>
      change((params) =>
        admin.call(adminEndpoints.adminMembersUpdate, {
          params: { ...params, member_id },
          request: { roles, preserve_existing_sessions: true },
        }),
      ),
    addDomain: (domain) =>
      change((params) => admin.call(adminEndpoints.adminOrganizationDomainsCreate, { params, request: { domain } })),
    proveDomain: ({ domain, txt_record }) =>
      change(async (params) => {
        await addTxtRecord(txt_record)
        await admin.call(adminEndpoints.adminOrganizationDomainsCheck, { params: { ...params, domain } })
      }),
  }
}

async function readDetails(admin: DevAdmin, organization: AdminOrganization): Promise<OrganizationDetails> {
  const params = { organization_id: organization.organization_id }
  const [{ members }, { domains }] = await Promise.all([
    admin.call(adminEndpoints.adminMembersList, { params }),
    admin.call(adminEndpoints.adminOrganizationDomainsList, { params }),
  ])
  return { organization, members, domains }
}

async function addTxtRecord(record: AdminOrganizationDomain['txt_record']): Promise<void> {
  const response = await fetch('/dev/dns', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(record),
  })
  if (!response.ok) throw new Error('The provider does not respond.')
}
