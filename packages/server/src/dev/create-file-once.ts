import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Random } from '../core/clock-and-random.ts'

/**
 * Creates a file that only its owner can read, unless it exists, and returns its text. Of two concurrent first starts
 * one wins, and both read its text.
 */
export async function createFileOnce(path: string, text: () => string, random: Random): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (!existsSync(path)) {
    // Written to a temporary file, then linked.
    const draft = await writeDraft(path, text(), random)
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await unlink(draft)
  }
  await chmod(path, 0o600)
  return readFile(path, 'utf8')
}

/** Writes a temporary file next to another one, and returns its path. */
export async function writeDraft(path: string, text: string, random: Random): Promise<string> {
  const draft = `${path}.${Buffer.from(random.bytes(6)).toString('hex')}`
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
  return draft
}
