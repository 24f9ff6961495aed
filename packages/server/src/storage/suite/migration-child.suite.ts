import { openPostgres, openSqlite } from '../operations/open-storage.ts'

// Migrates a database and stops for good before one statement of one migration, inside its transaction, so that
// the parent can kill it there.

const [engine, location = '', migration, index] = process.argv.slice(2)

async function onMigrationStep(name: string, at: number): Promise<void> {
  if (name !== migration || at !== Number(index)) return
  process.send?.('there')
  // Something has to be under way, or the process would end by itself before it is killed.
  await new Promise(() => setInterval(() => {}, 60_000))
}

if (engine === 'sqlite') await openSqlite({ path: location, onMigrationStep })
else await openPostgres({ url: location, onMigrationStep })
