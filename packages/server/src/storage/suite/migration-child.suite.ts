import { openPostgres, openSqlite } from '../operations/open-storage.ts'
import { exampleMigrations } from './example-migrations.suite.ts'

// Migrates a database and waits before one statement of one migration, inside its transaction, so that the parent
// process can kill it there.

const [engine, location = '', migration, index] = process.argv.slice(2)

async function onMigrationStep(name: string, at: number): Promise<void> {
  if (name !== migration || at !== Number(index)) return
  process.send?.('waiting')
  // The timer keeps the process alive until it is killed.
  await new Promise(() => setInterval(() => {}, 60_000))
}

const options = { migrations: exampleMigrations, onMigrationStep }
if (engine === 'sqlite') await openSqlite({ path: location, ...options })
else await openPostgres({ url: location, ...options })
