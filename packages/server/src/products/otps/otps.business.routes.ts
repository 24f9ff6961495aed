import {
  b2bOtpsEmailAuthenticate,
  b2bOtpsEmailDiscoveryAuthenticate,
  b2bOtpsEmailDiscoverySend,
  b2bOtpsEmailLoginOrSignup,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { authenticateDiscoveryCode, authenticateMemberCode, sendDiscoveryCode, sendMemberCode } from './otps.member.ts'

const vertical = 'B2B'

export const memberCodeRoutes: readonly Route[] = [
  route(b2bOtpsEmailLoginOrSignup, sendMemberCode, { vertical }),
  route(b2bOtpsEmailAuthenticate, authenticateMemberCode, { vertical }),
  route(b2bOtpsEmailDiscoverySend, sendDiscoveryCode, { vertical }),
  route(b2bOtpsEmailDiscoveryAuthenticate, authenticateDiscoveryCode, { vertical }),
]
