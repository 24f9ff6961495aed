import type { Plugin } from 'esbuild'

export const preactPartsForEsbuild: Plugin
