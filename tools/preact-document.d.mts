import type { Plugin } from 'esbuild'

/** Makes Preact call document functions on the prototype. */
export function callByPrototype(code: string): string
/** An esbuild plugin with the patches of Preact in the stand-alone build. */
export const preactForEsbuild: Plugin
