import { existsSync } from 'node:fs'
import type { Frame } from '@latchkey/server'
import { readFrame } from '@latchkey/server/node'

/** The page for the hidden frame, in development and in production; it lies beside the bundle. */
export function bundledFrame(): Frame | undefined {
  const folder = new URL('./frame/', import.meta.url)
  // Only a bundle has it: a provider that runs from source has no page to serve.
  return existsSync(folder) ? readFrame(folder) : undefined
}
