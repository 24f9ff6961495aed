import {
  b2bOrganizationMembersDeleteTotp,
  b2bRecoveryCodesGet,
  b2bRecoveryCodesRecover,
  b2bRecoveryCodesRotate,
  b2bSelfDeleteTotp,
  b2bTotpAuthenticate,
  b2bTotpCreate,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { deleteFactorOf, deleteOwnFactor } from '../../organizations/factors/delete-factor.ts'
import { getMemberRecoveryCodes, recoverMember, rotateMemberRecoveryCodes } from './recovery-codes.business.ts'
import { authenticateMemberTotp, createMemberTotp } from './totps.business.ts'

const vertical = 'B2B'
const action = 'update.info.delete.totp'

export const memberTotpRoutes: readonly Route[] = [
  route(b2bTotpCreate, createMemberTotp, { vertical }),
  route(b2bTotpAuthenticate, authenticateMemberTotp, { vertical }),
  route(b2bRecoveryCodesRecover, recoverMember, { vertical }),
  route(b2bRecoveryCodesRotate, rotateMemberRecoveryCodes, { vertical }),
  route(b2bRecoveryCodesGet, getMemberRecoveryCodes, { vertical }),
  route(b2bOrganizationMembersDeleteTotp, deleteFactorOf('totp'), {
    ...{ vertical, permission: { resource: 'member', action } },
  }),
  route(b2bSelfDeleteTotp, deleteOwnFactor('totp'), { vertical, permission: { resource: 'self', action } }),
]
