import {
  usersConnectedApps,
  usersDeleteBiometricRegistration,
  usersDeleteCryptoWallet,
  usersDeleteEmail,
  usersDeleteOAuthRegistration,
  usersDeletePhoneNumber,
  usersDeleteTotp,
  usersDeleteWebauthnRegistration,
  usersGet,
  usersRevokeConnectedApp,
  usersSearch,
  usersUpdate,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { listConnectedApps, revokeConnectedApp } from './connected-apps.ts'
import { searchUsers } from './users.search.ts'
import { getUser, removeRegistration, updateUser } from './users.service.ts'

export const userRoutes: readonly Route[] = [
  route(usersGet, getUser, { acceptsReplacedToken: true }),
  route(usersUpdate, updateUser),
  route(usersDeleteEmail, removeRegistration('email')),
  route(usersDeletePhoneNumber, removeRegistration('phone_number')),
  route(usersDeleteTotp, removeRegistration('totp')),
  route(usersDeleteCryptoWallet, removeRegistration('crypto_wallet')),
  route(usersDeleteOAuthRegistration, removeRegistration('oauth')),
  route(usersDeleteWebauthnRegistration, removeRegistration('webauthn')),
  route(usersDeleteBiometricRegistration, removeRegistration('biometric')),
  route(usersConnectedApps, listConnectedApps, { acceptsReplacedToken: true }),
  route(usersRevokeConnectedApp, revokeConnectedApp),
  route(usersSearch, searchUsers),
]
