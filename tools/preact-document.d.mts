import type { Plugin } from 'esbuild'

/** Calls document functions in Preact's code by the prototype. */
export function callByPrototype(code: string): string
/** Preact as the stand-alone build has it, for a bundle by esbuild. */
export const preactForEsbuild: Plugin
