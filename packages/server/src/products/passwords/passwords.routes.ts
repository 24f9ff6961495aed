import {
  passwordsAuthenticate,
  passwordsCreate,
  passwordsEmailReset,
  passwordsEmailResetStart,
  passwordsExistingPasswordReset,
  passwordsSessionReset,
  passwordsStrengthCheck,
} from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { authenticatePassword } from './passwords.authenticate.ts'
import { changeByExistingPassword, changeBySession } from './passwords.change.ts'
import { createPassword } from './passwords.create.ts'
import { resetByEmail } from './passwords.reset.ts'
import { startReset } from './passwords.reset-start.ts'
import { checkStrength } from './passwords.strength.ts'

export const passwordRoutes: readonly Route[] = [
  route(passwordsCreate, createPassword),
  route(passwordsAuthenticate, authenticatePassword),
  route(passwordsEmailResetStart, startReset),
  route(passwordsEmailReset, resetByEmail),
  route(passwordsExistingPasswordReset, changeByExistingPassword),
  route(passwordsSessionReset, changeBySession),
  route(passwordsStrengthCheck, checkStrength),
]
