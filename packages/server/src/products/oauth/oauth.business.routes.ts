import {
  b2bOAuthAuthenticate,
  b2bOAuthDiscoveryAuthenticate,
  b2bOAuthGoogleOneTapDiscoverySubmit,
  b2bOAuthGoogleOneTapStart,
  b2bOAuthGoogleOneTapSubmit,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { authenticateDiscoveryOAuth, authenticateMemberOAuth } from './oauth.member.ts'
import { startMemberOneTap, submitDiscoveryOneTap, submitMemberOneTap } from './one-tap.member.ts'

const vertical = 'B2B'

export const memberOAuthRoutes: readonly Route[] = [
  route(b2bOAuthAuthenticate, authenticateMemberOAuth, { vertical }),
  route(b2bOAuthDiscoveryAuthenticate, authenticateDiscoveryOAuth, { vertical }),
  route(b2bOAuthGoogleOneTapStart, startMemberOneTap, { vertical }),
  route(b2bOAuthGoogleOneTapSubmit, submitMemberOneTap, { vertical }),
  route(b2bOAuthGoogleOneTapDiscoverySubmit, submitDiscoveryOneTap, { vertical }),
]
