import type { InputOptions, OutputChunk } from 'rolldown'

export interface Chunks {
  /** The output by file name. */
  chunks: Map<string, OutputChunk>
  /** Names of the files that a page fetches before the entry runs. */
  firstLoad: string[]
}

export interface ChunksOptions extends Pick<InputOptions, 'external' | 'plugins' | 'resolve'> {
  input: Record<string, string>
  /** A path relative to the root. */
  outdir: string
  write?: boolean
}

export function bundleChunks(options: ChunksOptions): Promise<Chunks>
export function bundleStandalone(outdir: string, options?: { write?: boolean }): Promise<Chunks>
