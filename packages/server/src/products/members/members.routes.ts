import {
  b2bMembersDeletePassword,
  b2bOrganizationMembersCreate,
  b2bOrganizationMembersDelete,
  b2bOrganizationMembersDeleteMfaPhoneNumber,
  b2bOrganizationMembersReactivate,
  b2bOrganizationMembersSearch,
  b2bOrganizationMembersStartEmailUpdate,
  b2bOrganizationMembersUnlinkRetiredEmail,
  b2bOrganizationMembersUpdate,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { deleteFactorOf } from '../../organizations/factors/delete-factor.ts'
import { memberUpdate } from '../../organizations/permissions.ts'
import { findMembers } from './find-members.ts'
import { deleteMemberPassword } from './members.factors.ts'
import {
  changeMember,
  createMember,
  deleteMember,
  restoreMember,
  startEmailUpdateOf,
  unlinkFormerEmail,
} from './members.service.ts'

const vertical = 'B2B'
const resource = 'member'

/** The calls of organization admins. */
export const organizationMemberRoutes: readonly Route[] = [
  route(b2bOrganizationMembersCreate, createMember, { vertical, permission: { resource, action: 'create' } }),
  route(b2bOrganizationMembersSearch, findMembers, { vertical, permission: { resource, action: 'search' } }),
  route(b2bOrganizationMembersUpdate, changeMember, { vertical, permission: memberUpdate }),
  route(b2bOrganizationMembersDelete, deleteMember, { vertical, permission: { resource, action: 'delete' } }),
  route(b2bOrganizationMembersReactivate, restoreMember, { vertical, permission: { resource, action: 'reactivate' } }),
  // The id decides which permission is required.
  route(b2bMembersDeletePassword, deleteMemberPassword, { vertical }),
  route(b2bOrganizationMembersDeleteMfaPhoneNumber, deleteFactorOf('phone_number'), {
    ...{ vertical, permission: { resource, action: 'update.info.delete.mfa-phone' } },
  }),
  route(b2bOrganizationMembersStartEmailUpdate, startEmailUpdateOf, {
    ...{ vertical, permission: { resource, action: 'update.info.email' } },
  }),
  route(b2bOrganizationMembersUnlinkRetiredEmail, unlinkFormerEmail, {
    ...{ vertical, permission: { resource, action: 'update.info.unlink-retired-email' } },
  }),
]
