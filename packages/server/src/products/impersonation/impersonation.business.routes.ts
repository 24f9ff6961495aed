import { b2bImpersonationAuthenticate } from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { impersonateMember } from './impersonation.business.ts'

export const memberImpersonationRoutes: readonly Route[] = [
  route(b2bImpersonationAuthenticate, impersonateMember, { vertical: 'B2B' }),
]
