import { events } from '@latchkey/contract'
import { type Route, route } from '../../core/route.ts'
import { keepEvents } from './events.service.ts'

export const eventRoutes: readonly Route[] = [
  route(events, keepEvents, { token: 'body', countsItself: true, bodyLimit: 16_384 }),
]
