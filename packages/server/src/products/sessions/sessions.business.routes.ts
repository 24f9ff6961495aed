import {
  b2bSessionsAuthenticate,
  b2bSessionsExchange,
  b2bSessionsRevoke,
  b2bSessionsRevokeForMember,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { authenticateMemberSession, exchangeSession, revokeSessionsOfMember } from './member-sessions.ts'
import { revokeSession } from './sessions.service.ts'

const vertical = 'B2B'

export const memberSessionRoutes: readonly Route[] = [
  route(b2bSessionsAuthenticate, authenticateMemberSession, { vertical, countsItself: true }),
  route(b2bSessionsRevoke, revokeSession, { vertical, endsSession: true }),
  route(b2bSessionsRevokeForMember, revokeSessionsOfMember, {
    vertical,
    permission: { resource: 'member', action: 'revoke-sessions' },
  }),
  route(b2bSessionsExchange, exchangeSession, { vertical }),
]
