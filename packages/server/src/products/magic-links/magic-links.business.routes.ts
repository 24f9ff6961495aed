import {
  b2bMagicLinksAuthenticate,
  b2bMagicLinksDecline,
  b2bMagicLinksDiscoveryAuthenticate,
  b2bMagicLinksEmailDiscoverySend,
  b2bMagicLinksEmailInvite,
  b2bMagicLinksEmailLoginOrSignup,
  b2bMagicLinksInspect,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { declineInvitation } from './magic-links.decline.ts'
import { authenticateDiscoveryLink, sendDiscoveryLink } from './magic-links.discovery.ts'
import { inspectMemberLink } from './magic-links.inspect-member.ts'
import { sendInvitation } from './magic-links.invite.ts'
import { authenticateMemberLink, sendMemberLink } from './magic-links.member.ts'

const vertical = 'B2B'

export const memberLinkRoutes: readonly Route[] = [
  route(b2bMagicLinksEmailLoginOrSignup, sendMemberLink, { vertical }),
  route(b2bMagicLinksEmailInvite, sendInvitation, { vertical, permission: { resource: 'member', action: 'create' } }),
  route(b2bMagicLinksEmailDiscoverySend, sendDiscoveryLink, { vertical }),
  route(b2bMagicLinksAuthenticate, authenticateMemberLink, { vertical }),
  route(b2bMagicLinksDiscoveryAuthenticate, authenticateDiscoveryLink, { vertical }),
  route(b2bMagicLinksDecline, declineInvitation, { vertical }),
  route(b2bMagicLinksInspect, inspectMemberLink, { vertical }),
]
