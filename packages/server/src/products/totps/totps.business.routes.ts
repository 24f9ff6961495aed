import { b2bTotpAuthenticate, b2bTotpCreate } from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { authenticateMemberTotp, createMemberTotp } from './totps.business.ts'

const vertical = 'B2B'

export const memberTotpRoutes: readonly Route[] = [
  route(b2bTotpCreate, createMemberTotp, { vertical }),
  route(b2bTotpAuthenticate, authenticateMemberTotp, { vertical }),
]
