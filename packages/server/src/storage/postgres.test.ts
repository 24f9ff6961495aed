import { openPostgres } from './sql/open.ts'
import { storageSuite } from './storage.suite.ts'
import { createTestDatabase } from './testing/test-database.ts'

storageSuite('PostgreSQL', async () => openPostgres({ url: await createTestDatabase() }))
