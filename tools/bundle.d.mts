import type { BuildOptions } from 'esbuild'

export const fromSource: BuildOptions
/** Aliases that put as much of React on Preact as the widgets use. */
export const widgetsOnPreact: Record<string, string>
/** A page of ours: small, in chunks, and without React. */
export const forBrowser: BuildOptions
export const forNode: BuildOptions
/** Bundles a TypeScript entry of ours for Node; answers with the bundle's path. */
export function bundleForNode(entry: string, name: string): Promise<string>
