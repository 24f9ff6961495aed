import { type ProjectRecord, rotateSigningKey, type Storage } from '@latchkey/server'
import { createClock } from '@latchkey/server/node'
import type { Arguments } from '../arguments.ts'
import { ConfigError } from '../config/config-error.ts'
import { readStoreConfig } from '../config/read-config.ts'
import type { Surroundings } from '../config/settings.ts'
import { openSealedStorage } from '../open-storage.ts'
import type { Terminal } from '../terminal.ts'

/** Rotates beside a running provider, which notices within seconds. */
export async function runKeysRotate(
  surroundings: Surroundings,
  options: Arguments['options'],
  terminal: Terminal,
): Promise<number> {
  const { storage, vault } = await openSealedStorage(readStoreConfig(surroundings))
  try {
    const world = { storage, vault, clock: createClock() }
    let code = 0
    for (const { id, settings } of await wantedProjects(storage, options.project)) {
      const force = options.force !== undefined
      try {
        const { active } = await rotateSigningKey(world, id, { algorithm: settings.jwtAlgorithm, force })
        terminal.out(`${id}  ${active}\n`)
      } catch (error) {
        // One project's young key is no reason to leave the others with an old one.
        terminal.err(`${id}  ${error instanceof Error ? error.message : String(error)}\n`)
        code = 1
      }
    }
    return code
  } finally {
    await storage.close()
  }
}

async function wantedProjects(storage: Storage, id: Arguments['options'][string]): Promise<ProjectRecord[]> {
  if (id === undefined) return storage.projects.list()
  const project = await storage.projects.get(String(id))
  if (!project) throw new ConfigError('--project', 'is no project of this database')
  return [project]
}
