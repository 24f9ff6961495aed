import { readFileSync } from 'node:fs'
import type { Frame } from '../http/frame.ts'

/** Where it lies in the published package. */
const shipped = new URL('../frame/', import.meta.url)

/**
 * The page for the hidden frame of Google One Tap, as it comes with this package; or from another folder.
 *
 * @example
 * const provider = createProvider({ ...options, frame: readFrame() })
 */
export function readFrame(folder: URL = shipped): Frame {
  const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
  return { html: read('frame.html'), script: read('frame.js'), phoneScript: read('phone.js') }
}
