import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../core/clock-and-random.ts'
import { createFileOnce, writeDraft } from './create-file-once.ts'
import type { EnterpriseStore } from './enterprise/store.ts'

/** Keeps keys and switches of the fake enterprise identity providers next to the database of a development provider. */
export function createEnterpriseFolder(dataDir: string, random: Random): EnterpriseStore {
  const folder = join(dataDir, 'enterprise')
  const pathOf = (name: string): string => join(folder, `${name}.json`)
  return {
    read: (name) =>
      readFile(pathOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return null
      }),
    create: (name, text) => createFileOnce(pathOf(name), () => text, random),
    async replace(name, text) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await rename(await writeDraft(pathOf(name), text, random), pathOf(name))
    },
  }
}
