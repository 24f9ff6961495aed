import {
  b2bOrganizationDelete,
  b2bOrganizationGet,
  b2bOrganizationGetBySlug,
  b2bOrganizationUpdate,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { organizationUpdate } from '../../organizations/permissions.ts'
import {
  changeOwnOrganization,
  deleteOwnOrganization,
  findOrganizationBySlug,
  getOwnOrganization,
} from './organizations.service.ts'

const vertical = 'B2B'

export const organizationRoutes: readonly Route[] = [
  route(b2bOrganizationGet, getOwnOrganization, { vertical, acceptsReplacedToken: true }),
  route(b2bOrganizationUpdate, changeOwnOrganization, { vertical, permission: organizationUpdate }),
  route(b2bOrganizationDelete, deleteOwnOrganization, {
    ...{ vertical, endsSession: true },
    permission: { resource: 'organization', action: 'delete' },
  }),
  route(b2bOrganizationGetBySlug, findOrganizationBySlug, { vertical }),
]
