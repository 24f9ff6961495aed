export const root: string
export function run(
  command: string,
  args: readonly string[],
  options?: { env?: Record<string, string>; quiet?: boolean; cwd?: string },
): Promise<{ code: number; output: string }>
export function bin(name: string): string
