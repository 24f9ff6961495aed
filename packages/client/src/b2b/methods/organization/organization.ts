import type {
  B2bOrganizationDeleteResponse,
  B2bOrganizationGetBySlugRequest,
  B2bOrganizationGetBySlugResponse,
  B2bOrganizationResponse,
  B2bOrganizationUpdateRequest,
  Organization,
} from '@latchkey/contract/b2b'
import {
  b2bOrganizationDelete,
  b2bOrganizationGet,
  b2bOrganizationGetBySlug,
  b2bOrganizationUpdate,
} from '@latchkey/contract/b2b'
import type { Unsubscribe } from '../../../core/store.ts'
import { validate } from '../../../core/validate.ts'
import { createReader } from '../../../session/reader.ts'
import type { B2bContext } from '../../session/member-kind.ts'

/** The organization of the signed-in member. */
export interface OrganizationMethods {
  /** Fetches the organization and updates the result of `getSync`. */
  get(): Promise<Organization>
  /** Returns the organization without a request. */
  getSync(): Organization | null
  /** Returns the organization, and whether it was read from storage and not yet confirmed by the provider. */
  getInfo(): { organization: Organization | null; fromCache: boolean }
  /** Calls back whenever the organization changes or the member switches to another, in this tab or in another. */
  onChange(callback: (organization: Organization | null) => void): Unsubscribe
  /**
   * Changes settings of the organization. Each field requires the permission of its action.
   *
   * @example
   * await client.organization.update({ organization_name: 'Acme' })
   */
  update(fields: B2bOrganizationUpdateRequest): Promise<B2bOrganizationResponse>
  /** Deletes the organization, which ends all sessions of its members. */
  delete(): Promise<B2bOrganizationDeleteResponse>
  /** Returns the public part of an organization, for a sign-in page. Needs no session. */
  getBySlug(options: B2bOrganizationGetBySlugRequest): Promise<B2bOrganizationGetBySlugResponse>
}

export function createOrganization({ request, session }: B2bContext): OrganizationMethods {
  return {
    ...createReader(session, 'organization'),
    get: async () =>
      (await request(b2bOrganizationGet, null, undefined, ({ organization }) => ({ organization }))).organization,
    async update(fields) {
      validate('organization.update', 'fields:object', { fields })
      return request(b2bOrganizationUpdate, fields)
    },
    async delete() {
      const { id } = session.sync()
      const response = await request(b2bOrganizationDelete, null)
      // Another session may have started meanwhile.
      if (id && session.sync().id === id) session.dispatch({}, id)
      return response
    },
    async getBySlug(options) {
      const body = validate<B2bOrganizationGetBySlugRequest>('organization.getBySlug', 'organization_slug', options)
      // The public part lacks fields of the organization of the session.
      return request(b2bOrganizationGetBySlug, body, undefined, () => ({}))
    },
  }
}
