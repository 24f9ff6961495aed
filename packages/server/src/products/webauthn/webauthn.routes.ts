import {
  usersDeleteWebauthnRegistration,
  webauthnAuthenticate,
  webauthnAuthenticateStartPrimary,
  webauthnAuthenticateStartSecondary,
  webauthnRegister,
  webauthnRegisterStart,
  webauthnUpdate,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { removeRegistration } from '../../sessions/remove-registration.ts'
import { authenticateCredential } from './webauthn.authenticate.ts'
import { registerCredential } from './webauthn.register.ts'
import { renameCredential } from './webauthn.service.ts'
import { startAuthentication, startRegistration } from './webauthn.start.ts'

/** Attestation objects are larger than other request bodies. */
const bodyLimit = 131_072

export const webauthnRoutes: readonly Route[] = [
  route(webauthnRegisterStart, startRegistration),
  route(webauthnRegister, registerCredential, { bodyLimit }),
  route(webauthnAuthenticateStartPrimary, startAuthentication('primary')),
  route(webauthnAuthenticateStartSecondary, startAuthentication('secondary')),
  route(webauthnAuthenticate, authenticateCredential, { bodyLimit }),
  route(webauthnUpdate, renameCredential),
  route(usersDeleteWebauthnRegistration, removeRegistration('webauthn')),
]
