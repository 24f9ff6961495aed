/** For the packages above this one. Nothing here is part of the public surface. */
export { useProvidedClient } from './latchkey-provider.tsx'
export { useMissingClient } from './use-missing-client.ts'
