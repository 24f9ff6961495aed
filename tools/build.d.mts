export function buildPackages(): Promise<number>
export function packPackages(folder: string, options?: { quiet?: boolean }): Promise<{ code: number; output: string }>
