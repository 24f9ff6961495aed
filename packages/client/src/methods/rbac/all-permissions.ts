/** Loaded on demand, because most pages ask for single permissions. */
export { allPermissions } from '@latchkey/contract'
