/** For the packages above this one. Nothing here is part of the public surface. */
export type { Clock } from './clock.ts'
export { clockOf } from './clock.ts'
export { useProvidedClient } from './latchkey-provider.tsx'
export { createBootstrapRead } from './reads/bootstrap-read.ts'
export type { Read } from './reads/cached-read.ts'
export { useMissingClient } from './use-missing-client.ts'
