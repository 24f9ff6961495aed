import type { BuildOptions } from 'esbuild'

export const fromSource: BuildOptions
/** Aliases that put as much of React on Preact as the widgets use. */
export const widgetsOnPreact: Record<string, string>
/** A page for browsers, in chunks, in production mode. */
export const forBrowser: BuildOptions
export const forNode: BuildOptions
/** Bundles a TypeScript entry of ours for Node; answers with the bundle's path. */
export function bundleForNode(entry: string, name: string): Promise<string>
