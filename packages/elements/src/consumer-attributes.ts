import type { LoadAttributes } from './read-attributes.ts'

/** Loads the reader of the attributes of elements of consumer projects. */
export const loadAttributes: LoadAttributes = () => import('./attributes.ts')
