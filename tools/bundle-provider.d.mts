export function bundleProvider(outdir: string): Promise<string>
