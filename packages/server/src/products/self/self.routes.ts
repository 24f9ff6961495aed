import {
  b2bSelfDeleteMfaPhoneNumber,
  b2bSelfGet,
  b2bSelfStartEmailUpdate,
  b2bSelfUnlinkRetiredEmail,
  b2bSelfUpdate,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { deleteOwnFactor } from '../../organizations/factors/delete-factor.ts'
import { selfUpdate } from '../../organizations/permissions.ts'
import { changeSelf, getSelf, startOwnEmailUpdate, unlinkOwnEmail } from './self.service.ts'

const vertical = 'B2B'

/** The calls of the signed-in member. */
export const selfRoutes: readonly Route[] = [
  route(b2bSelfGet, getSelf, { vertical, acceptsReplacedToken: true }),
  route(b2bSelfUpdate, changeSelf, { vertical, permission: selfUpdate }),
  route(b2bSelfDeleteMfaPhoneNumber, deleteOwnFactor('phone_number'), {
    ...{ vertical, permission: { resource: 'self', action: 'update.info.delete.mfa-phone' } },
  }),
  route(b2bSelfStartEmailUpdate, startOwnEmailUpdate, {
    ...{ vertical, permission: { resource: 'self', action: 'update.info.email' } },
  }),
  route(b2bSelfUnlinkRetiredEmail, unlinkOwnEmail, {
    ...{ vertical, permission: { resource: 'self', action: 'update.info.unlink-retired-email' } },
  }),
]
