import {
  usersConnectedApps,
  usersDeleteBiometricRegistration,
  usersDeleteEmail,
  usersDeletePhoneNumber,
  usersGet,
  usersRevokeConnectedApp,
  usersSearch,
  usersUpdate,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { removeRegistration } from '../../sessions/remove-registration.ts'
import { listConnectedApps, revokeConnectedApp } from './connected-apps.ts'
import { searchUsers } from './users.search.ts'
import { getUser, updateUser } from './users.service.ts'

export const userRoutes: readonly Route[] = [
  route(usersGet, getUser, { acceptsReplacedToken: true }),
  route(usersUpdate, updateUser),
  route(usersDeleteEmail, removeRegistration('email')),
  route(usersDeletePhoneNumber, removeRegistration('phone_number')),
  route(usersDeleteBiometricRegistration, removeRegistration('biometric')),
  route(usersConnectedApps, listConnectedApps, { acceptsReplacedToken: true }),
  route(usersRevokeConnectedApp, revokeConnectedApp),
  route(usersSearch, searchUsers),
]
