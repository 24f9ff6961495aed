/** For other packages of Latchkey. Not part of the public API. */

export { clientInternals } from './client-internals.ts'
export type { ClientContext } from './context.ts'
export { isUnrecoverable, unreachableError } from './core/errors.ts'
export { listen, ownOf } from './platform/browser.ts'
export { withTabStorage } from './platform/tab-storage.ts'
