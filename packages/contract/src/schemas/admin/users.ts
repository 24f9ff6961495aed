import * as z from 'zod'
import type * as endpoints from '../../admin/users.ts'
import type {
  AdminBiometricRegistrationRequest,
  AdminBiometricRegistrationResponse,
  AdminUser,
  AdminUserResponse,
  AdminUsersImportRequest,
  AdminUsersImportResponse,
  AdminUsersListRequest,
  AdminUsersListResponse,
  AdminUsersPruneRequest,
  AdminUsersPruneResponse,
  AdminUsersUpdateRequest,
  NewUser,
} from '../../admin/users.ts'
import { email, id, label, noBody, ok, okShape, phoneNumber, prose, text, timestamp } from '../core/base.ts'
import { user } from '../core/entities.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'
import { pageInfo, pageRequest } from './page.ts'

/** The maximum number of users per request; the size of the body is limited too. */
const mostImported = 1_000

const adminUser: Exact<AdminUser> = exactly<AdminUser>()(
  z.intersection(user, z.object({ updated_at: timestamp, disabled_at: timestamp.nullable() })),
)

const userResponse: Exact<AdminUserResponse> = exactly<AdminUserResponse>()(z.object({ ...okShape, user: adminUser }))

const nameParts = {
  first_name: label.optional(),
  middle_name: label.optional(),
  last_name: label.optional(),
}
const partialName = z.object(nameParts)
const roles = z.array(label.min(1)).max(100)
const externalId = text(256).min(1)

/** The maximum number of further addresses of an imported user. */
const mostAddresses = 50

/**
 * One user of an import; exported so that a file can be checked line by line. Strict: a field that is ignored silently
 * (`passwordHash`, `emailVerified`) would lose data.
 */
export const newUser: Exact<NewUser> = exactly<NewUser>()(
  z.strictObject({
    user_id: id.optional(),
    email: email.optional(),
    email_verified: z.boolean().optional(),
    additional_emails: z
      .array(z.strictObject({ email, verified: z.boolean().optional() }))
      .max(mostAddresses)
      .optional(),
    phone_number: phoneNumber.optional(),
    phone_number_verified: z.boolean().optional(),
    additional_phone_numbers: z
      .array(z.strictObject({ phone_number: phoneNumber, verified: z.boolean().optional() }))
      .max(mostAddresses)
      .optional(),
    status: z.enum(['active', 'pending']).optional(),
    disabled: z.boolean().optional(),
    name: z.strictObject(nameParts).optional(),
    external_id: externalId.optional(),
    roles: roles.optional(),
    trusted_metadata: jsonObject.optional(),
    untrusted_metadata: jsonObject.optional(),
    password_hash: text(1_024).optional(),
    created_at: timestamp.optional(),
  }),
)

const aUser = { request: noBody, response: userResponse }

export const userSchemas: SchemasOf<typeof endpoints> = {
  adminUsersList: {
    request: exactly<AdminUsersListRequest>()(z.object({ ...pageRequest, query: text(320).min(1).optional() })),
    response: exactly<AdminUsersListResponse>()(z.object({ ...okShape, ...pageInfo, users: z.array(adminUser) })),
  },
  adminUsersCreate: { request: newUser, response: userResponse },
  adminUsersImport: {
    request: exactly<AdminUsersImportRequest>()(
      z.object({ users: z.array(newUser).min(1).max(mostImported), dry_run: z.boolean().optional() }),
    ),
    response: exactly<AdminUsersImportResponse>()(
      z.object({
        ...okShape,
        imported: z.number().int(),
        refused: z.number().int(),
        counts: z.object({
          emails: z.number().int(),
          verified_emails: z.number().int(),
          phone_numbers: z.number().int(),
          verified_phone_numbers: z.number().int(),
          passwords: z.number().int(),
          names: z.number().int(),
        }),
        results: z.array(
          z.object({
            index: z.number().int(),
            user_id: id.nullable(),
            error_type: label.nullable(),
            error_message: prose.nullable(),
          }),
        ),
      }),
    ),
  },
  adminUsersPrune: {
    request: exactly<AdminUsersPruneRequest>()(z.object({ older_than_days: z.number().int().min(1).max(3_650) })),
    response: exactly<AdminUsersPruneResponse>()(z.object({ ...okShape, removed: z.number().int() })),
  },
  adminUsersGet: aUser,
  adminUsersUpdate: {
    request: exactly<AdminUsersUpdateRequest>()(
      z.object({
        name: partialName.optional(),
        trusted_metadata: jsonObject.optional(),
        untrusted_metadata: jsonObject.optional(),
        roles: roles.optional(),
        external_id: externalId.nullable().optional(),
      }),
    ),
    response: userResponse,
  },
  adminUsersDelete: { request: noBody, response: ok },
  adminUsersDisable: aUser,
  adminUsersEnable: aUser,
  adminUsersUnlock: aUser,
  adminUsersDeleteRegistration: aUser,
  adminUsersCreateBiometricRegistration: {
    request: exactly<AdminBiometricRegistrationRequest>()(z.object({ public_key: text(64) })),
    response: exactly<AdminBiometricRegistrationResponse>()(
      z.object({ ...okShape, biometric_registration_id: id, user: adminUser }),
    ),
  },
}
