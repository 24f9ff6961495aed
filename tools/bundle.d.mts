import type { BuildOptions } from 'esbuild'

export const fromSource: BuildOptions
/** Aliases that put React's source on Preact. */
export const onPreact: Record<string, string>
/** A page of ours: small, in chunks, and without React. */
export const forBrowser: BuildOptions
export const forNode: BuildOptions
/** Bundles a TypeScript entry of ours for Node; answers with the bundle's path. */
export function bundleForNode(entry: string, name: string): Promise<string>
