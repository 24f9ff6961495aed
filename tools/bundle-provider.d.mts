/** `command` is what the bundle is for; everything by default, which is what `dev` needs. */
export function bundleProvider(outdir: string, command?: string): Promise<string>
/** Bundles only if the sources have changed since the last call. */
export function bundleProviderOnce(outdir: string, command: string): Promise<string>
