import { events } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { storeEvents } from './events.service.ts'

export const eventRoutes: readonly Route[] = [
  route(events, storeEvents, { token: 'body', countsItself: true, bodyLimit: 16_384 }),
]
