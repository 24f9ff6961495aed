import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../core/clock-and-random.ts'
import type { MasterKey } from '../core/vault.ts'

const keyLength = 32

/** The master key of a data folder, created at the first start. Only the owner of the file can read it. */
export async function openMasterKey(dataDir: string, random: Random): Promise<MasterKey> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'master.key')
  if (!existsSync(path)) {
    // Written to a temporary file, then linked: of two concurrent first starts one wins, and both read its key.
    const draft = `${path}.${Buffer.from(random.bytes(6)).toString('hex')}`
    await writeFile(draft, Buffer.from(random.bytes(keyLength)).toString('base64url'), { flag: 'wx', mode: 0o600 })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await unlink(draft)
  }
  await chmod(path, 0o600)
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')
  if (key.length !== keyLength) {
    throw new Error(`${path} is not a master key. Remove the data folder to start with a new one.`)
  }
  return { id: 'dev', key }
}
