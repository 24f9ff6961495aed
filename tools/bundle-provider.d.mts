/** `command` is the command that the bundle is for. @default 'dev', which needs all parts */
export function bundleProvider(outdir: string, command?: string): Promise<string>
/** Bundles only if the sources have changed since the last call. */
export function bundleProviderOnce(outdir: string, command: string): Promise<string>
