import type { Plugin } from 'esbuild'

export function swapIn(code: string, path: string): string | null
export const swapForEsbuild: Plugin
