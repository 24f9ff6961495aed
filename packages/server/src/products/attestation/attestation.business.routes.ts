import { b2bSessionsAttest } from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { attestMemberSession } from './attestation.business.ts'

export const memberAttestationRoutes: readonly Route[] = [
  route(b2bSessionsAttest, attestMemberSession, { vertical: 'B2B' }),
]
