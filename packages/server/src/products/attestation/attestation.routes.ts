import { sessionsAttest } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { attestSession } from './attestation.service.ts'

export const attestationRoutes: readonly Route[] = [route(sessionsAttest, attestSession)]
