import { impersonationAuthenticate } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { authenticateImpersonation } from './impersonation.service.ts'

export const impersonationRoutes: readonly Route[] = [route(impersonationAuthenticate, authenticateImpersonation)]
