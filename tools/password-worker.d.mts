import type { Plugin as EsbuildPlugin } from 'esbuild'
import type { Plugin as VitePlugin } from 'vite'

export const passwordWorkerForEsbuild: EsbuildPlugin
export const passwordWorkerForVite: VitePlugin
