import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder for databases, in memory if the system has a memory file system: a provider waits for the disk at
 * each commit, and no test depends on the disk.
 */
export function createMemoryFolder(name: string): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `latchkey-${name}-`))
}
