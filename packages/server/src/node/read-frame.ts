import { readFileSync } from 'node:fs'
import type { Frame } from '../http/pages/frame.ts'

/** The folder in the published package. */
const packagedFolder = new URL('../frame/', import.meta.url)

/**
 * The page for the hidden frame of Google One Tap. Defaults to the one in this package.
 *
 * @example
 * const provider = createProvider({ ...options, frame: readFrame() })
 */
export function readFrame(folder: URL = packagedFolder): Frame {
  const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
  return { html: read('frame.html'), script: read('frame.js'), phoneScript: read('phone.js') }
}
