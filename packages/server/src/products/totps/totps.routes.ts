import { totpsAuthenticate, totpsCreate, totpsRecover, totpsRecoveryCodes, usersDeleteTotp } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { removeRegistration } from '../../sessions/remove-registration.ts'
import { authenticateTotp, recoverTotp } from './totps.authenticate.ts'
import { createTotp, showRecoveryCodes } from './totps.service.ts'

export const totpRoutes: readonly Route[] = [
  route(totpsCreate, createTotp),
  route(totpsAuthenticate, authenticateTotp),
  route(totpsRecoveryCodes, showRecoveryCodes),
  route(totpsRecover, recoverTotp),
  route(usersDeleteTotp, removeRegistration('totp')),
]
