/** For other packages of Latchkey. Not part of the public API. */
export { useProvidedClient } from './latchkey-provider.tsx'
export { useMissingClient } from './use-missing-client.ts'
