import type { BuildOptions } from 'esbuild'

export const fromSource: BuildOptions
export const forNode: BuildOptions
/** Bundles a TypeScript entry of ours for Node; answers with the bundle's path. */
export function bundleForNode(entry: string, name: string): Promise<string>
