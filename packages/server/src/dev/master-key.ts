import { existsSync } from 'node:fs'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../core/clock-and-random.ts'
import type { MasterKey } from '../core/vault.ts'

const keyLength = 32

/** The key of a data folder, made at the first start. Readable by its owner alone, like the folder. */
export async function openMasterKey(dataDir: string, random: Random): Promise<MasterKey> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'master.key')
  if (!existsSync(path)) {
    // Written whole beside its place, then linked into it: of two first starts one wins, and both read its key.
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
    throw new Error(`${path} is not a master key: remove the data folder to start anew`)
  }
  return { id: 'dev', key }
}
