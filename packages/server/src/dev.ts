/** Development and tests only: nothing here is reachable from the other entries. */

export type { MovableClock } from './dev/clock.ts'
export { createMovableClock } from './dev/clock.ts'
export type { Inbox, InboxMessage } from './dev/inbox.ts'
export { createInbox } from './dev/inbox.ts'
export type { StaticPage } from './dev/pages.ts'
export type { SeededProject } from './dev/seed.ts'
export { developmentPublicToken } from './dev/seed.ts'
export type { Development, DevelopmentOptions } from './dev/start.ts'
export { startDevelopment } from './dev/start.ts'
