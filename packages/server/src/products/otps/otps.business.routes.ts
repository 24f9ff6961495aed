import {
  b2bOtpsEmailAuthenticate,
  b2bOtpsEmailDiscoveryAuthenticate,
  b2bOtpsEmailDiscoverySend,
  b2bOtpsEmailLoginOrSignup,
  b2bOtpsSmsAuthenticate,
  b2bOtpsSmsSend,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { authenticateDiscoveryCode, authenticateMemberCode, sendDiscoveryCode, sendMemberCode } from './otps.member.ts'
import { authenticateSecondFactorCode, sendSecondFactorCode } from './otps.sms.member.ts'

const vertical = 'B2B'

export const memberCodeRoutes: readonly Route[] = [
  route(b2bOtpsEmailLoginOrSignup, sendMemberCode, { vertical }),
  route(b2bOtpsEmailAuthenticate, authenticateMemberCode, { vertical }),
  route(b2bOtpsEmailDiscoverySend, sendDiscoveryCode, { vertical }),
  route(b2bOtpsEmailDiscoveryAuthenticate, authenticateDiscoveryCode, { vertical }),
  route(b2bOtpsSmsSend, sendSecondFactorCode, { vertical }),
  route(b2bOtpsSmsAuthenticate, authenticateSecondFactorCode, { vertical }),
]
