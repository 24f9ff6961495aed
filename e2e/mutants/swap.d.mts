import type { Plugin } from 'rolldown'

export function swapIn(code: string, path: string): string | null
export const swapForRolldown: Plugin
