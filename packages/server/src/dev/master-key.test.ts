import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRandom } from '../node/system-clock.ts'
import { openMasterKey } from './master-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('openMasterKey', () => {
  it('creates a key that only its owner can read, and reads it again', async () => {
    const dataDir = join(folder, 'data')
    const made = await openMasterKey(dataDir, createRandom())
    const found = await openMasterKey(dataDir, createRandom())
    const modes = await Promise.all(
      [dataDir, join(dataDir, 'master.key')].map(async (path) => (await stat(path)).mode & 0o777),
    )
    expect([made.key.length, Buffer.from(found.key).equals(made.key), modes]).toEqual([32, true, [0o700, 0o600]])
  })

  it('returns the same key to two concurrent first starts', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => openMasterKey(folder, createRandom())))
    const onDisk = await readFile(join(folder, 'master.key'), 'utf8')
    expect(new Set(keys.map(({ key }) => Buffer.from(key).toString('base64url')))).toEqual(new Set([onDisk]))
  })

  it('rejects a file that is not a key', async () => {
    await writeFile(join(folder, 'master.key'), 'short')
    await expect(openMasterKey(folder, createRandom())).rejects.toThrow('is not a master key')
  })
})
