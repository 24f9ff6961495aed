import { sessionsAuthenticate, sessionsRevoke } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { authenticateSession, revokeSession } from './sessions.service.ts'

export const sessionRoutes: readonly Route[] = [
  route(sessionsAuthenticate, authenticateSession, { countsItself: true }),
  route(sessionsRevoke, revokeSession, { endsSession: true }),
]
