import { existsSync } from 'node:fs'
import type { Frame } from '@latchkey/server'
import { readFrame } from '@latchkey/server/node'

/** The page of the hidden frame, which the bundler writes next to the bundle. */
export function bundledFrame(): Frame | undefined {
  const folder = new URL('./frame/', import.meta.url)
  // A provider that runs from source has no bundle.
  return existsSync(folder) ? readFrame(folder) : undefined
}
