/** For the packages above this one. Nothing here is part of the public surface. */

export { clientInternals } from './client-internals.ts'
export type { ClientContext } from './context.ts'
export { isUnrecoverable, unreachableError } from './core/errors.ts'
export { listen, ownOf } from './platform/browser.ts'
export { withTabStorage } from './platform/tab-storage.ts'
