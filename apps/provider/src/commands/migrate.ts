import { readStoreConfig } from '../config/read-config.ts'
import type { Surroundings } from '../config/settings.ts'
import { openStorage } from '../open-storage.ts'
import type { Terminal } from '../terminal.ts'

/** Opening a store brings it up to date; this does only that, so that it can be done before a start. */
export async function runMigrate(surroundings: Surroundings, terminal: Terminal): Promise<number> {
  const storage = await openStorage(readStoreConfig(surroundings).database)
  try {
    await storage.ping()
    terminal.out(`The ${storage.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date.\n`)
    return 0
  } finally {
    await storage.close()
  }
}
