/** For other packages of Latchkey. Not part of the public API. */

export type { AnyClient } from './context/client-internals.ts'
export { clientInternals } from './context/client-internals.ts'
export type { ClientContext } from './context/context.ts'
export { unreachableError } from './core/errors.ts'
export { accessDomProperty, listen } from './platform/browser.ts'
export { withTabStorage } from './platform/tab-storage.ts'
export { createBootstrapRead, watchBootstrap } from './reads/bootstrap-read.ts'
export type { Read } from './reads/cached-read.ts'
export type { Clock } from './reads/clock.ts'
export { clockOf } from './reads/clock.ts'
