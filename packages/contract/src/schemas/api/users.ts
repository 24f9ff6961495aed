import * as z from 'zod'
import type * as endpoints from '../../api/users.ts'
import type {
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchRequest,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
} from '../../api/users.ts'
import type { ConnectedApp } from '../../core/idp.ts'
import { email, id, label, noBody, ok, okShape, prose, protection, url } from '../core/base.ts'
import { cryptoWalletRegistration, user, userEmail, userPhoneNumber } from '../core/entities.ts'
import { type EndpointSchemas, type Exact, exactly, type SchemasOf } from '../core/exact.ts'
import { jsonObject } from '../core/json.ts'

/** What everyone who has authorized an application sees of it. */
export const applicationShape: {
  connected_app_id: z.ZodString
  name: z.ZodString
  description: z.ZodString
  client_type: z.ZodString
  logo_url: z.ZodOptional<z.ZodString>
} = { connected_app_id: id, name: label, description: prose, client_type: label, logo_url: url.optional() }

export const connectedApp: Exact<ConnectedApp> = exactly<ConnectedApp>()(
  z.object({ ...applicationShape, scopes_granted: prose }),
)

const removal: EndpointSchemas<typeof endpoints.usersDeleteEmail> = {
  request: noBody,
  response: exactly<UsersDeleteResponse>()(z.object({ ...okShape, user_id: id, __user: user })),
}

export const userSchemas: SchemasOf<typeof endpoints> = {
  usersGet: {
    request: noBody,
    response: exactly<UsersGetResponse>()(z.intersection(ok, user)),
  },
  usersUpdate: {
    request: exactly<UsersUpdateRequest>()(
      z.object({
        untrusted_metadata: jsonObject.optional(),
        name: z
          .object({ first_name: label.optional(), middle_name: label.optional(), last_name: label.optional() })
          .optional(),
      }),
    ),
    response: exactly<UsersUpdateResponse>()(
      z.object({
        ...okShape,
        user_id: id,
        emails: z.array(userEmail),
        phone_numbers: z.array(userPhoneNumber),
        crypto_wallets: z.array(cryptoWalletRegistration),
        __user: user,
      }),
    ),
  },
  usersDeleteEmail: removal,
  usersDeletePhoneNumber: removal,
  usersDeleteTotp: removal,
  usersDeleteCryptoWallet: removal,
  usersDeleteOAuthRegistration: removal,
  usersDeleteWebauthnRegistration: removal,
  usersDeleteBiometricRegistration: removal,
  usersConnectedApps: {
    request: noBody,
    response: exactly<UsersConnectedAppsResponse>()(z.object({ ...okShape, connected_apps: z.array(connectedApp) })),
  },
  usersRevokeConnectedApp: { request: noBody, response: ok },
  usersSearch: {
    request: exactly<UsersSearchRequest>()(z.object({ ...protection, email })),
    response: exactly<UsersSearchResponse>()(
      z.object({ ...okShape, userType: z.enum(['new', 'passwordless', 'password']) }),
    ),
  },
}
