import type { BuildOptions } from 'esbuild'

export const fromSource: BuildOptions
/** Aliases from React to the parts of Preact that the widgets use. */
export const widgetsOnPreact: Record<string, string>
/** Bundles a page in chunks, in production mode. */
export const forBrowser: BuildOptions
export const forNode: BuildOptions
/** Bundles a TypeScript entry for Node and returns the path of the bundle. */
export function bundleForNode(entry: string, name: string): Promise<string>
