import {
  b2bPasswordsAuthenticate,
  b2bPasswordsDiscoveryAuthenticate,
  b2bPasswordsDiscoveryReset,
  b2bPasswordsDiscoveryResetStart,
  b2bPasswordsEmailReset,
  b2bPasswordsEmailResetStart,
  b2bPasswordsExistingPasswordReset,
  b2bPasswordsSessionReset,
  b2bPasswordsStrengthCheck,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import {
  authenticateMember,
  changeMemberPassword,
  checkMemberStrength,
  resetMember,
  setMemberPassword,
  startMemberReset,
} from './passwords.business.ts'
import { discoverByPassword, discoverByReset, startDiscoveryReset } from './passwords.discovery.ts'

const vertical = 'B2B'

export const memberPasswordRoutes: readonly Route[] = [
  route(b2bPasswordsAuthenticate, authenticateMember, { vertical }),
  route(b2bPasswordsEmailResetStart, startMemberReset, { vertical }),
  route(b2bPasswordsEmailReset, resetMember, { vertical }),
  route(b2bPasswordsExistingPasswordReset, changeMemberPassword, { vertical }),
  route(b2bPasswordsSessionReset, setMemberPassword, { vertical }),
  route(b2bPasswordsStrengthCheck, checkMemberStrength, { vertical }),
  route(b2bPasswordsDiscoveryAuthenticate, discoverByPassword, { vertical }),
  route(b2bPasswordsDiscoveryResetStart, startDiscoveryReset, { vertical }),
  route(b2bPasswordsDiscoveryReset, discoverByReset, { vertical }),
]
