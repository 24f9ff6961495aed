import {
  b2bDiscoveryIntermediateSessionsExchange,
  b2bDiscoveryOrganizationsCreate,
  b2bDiscoveryOrganizationsList,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import { createFirstOrganization } from './discovery.create.ts'
import { exchangeIntermediateSession } from './discovery.exchange.ts'
import { listDiscoveredOrganizations } from './discovery.list.ts'

const vertical = 'B2B'

export const discoveryRoutes: readonly Route[] = [
  route(b2bDiscoveryOrganizationsList, listDiscoveredOrganizations, { vertical }),
  route(b2bDiscoveryOrganizationsCreate, createFirstOrganization, { vertical }),
  route(b2bDiscoveryIntermediateSessionsExchange, exchangeIntermediateSession, { vertical }),
]
