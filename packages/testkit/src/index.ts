export type { Page, RawAnswer, World, WorldOptions } from './create-world.ts'
export { createWorld } from './create-world.ts'
export type { Network, SentRequest } from './network.ts'
export type { WorldInbox } from './world-inbox.ts'
