/** For the packages above this one. Nothing here is part of the public surface. */
export type { ClientContext } from './context.ts'
export { isUnrecoverable, unreachableError } from './core/errors.ts'
export { clientInternals } from './internals.ts'
export { listen, ownOf } from './platform/browser.ts'
export { withTabStorage } from './platform/tab-storage.ts'
