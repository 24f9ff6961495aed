import { join } from 'node:path'
import type { Random } from '../core/clock-and-random.ts'
import type { MasterKey } from '../core/vault.ts'
import { createFileOnce } from './create-file-once.ts'

const keyLength = 32

/** The master key of a data folder, created at the first start. Only the owner of the file can read it. */
export async function openMasterKey(dataDir: string, random: Random): Promise<MasterKey> {
  const path = join(dataDir, 'master.key')
  const text = await createFileOnce(path, () => Buffer.from(random.bytes(keyLength)).toString('base64url'), random)
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length !== keyLength) {
    throw new Error(`${path} is not a master key. Remove the data folder to start with a new one.`)
  }
  return { id: 'dev', key }
}
