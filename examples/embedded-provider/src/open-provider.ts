import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createLogger,
  createProject,
  createProvider,
  createVault,
  type Delivery,
  type MasterKey,
  openSqlite,
  type ProjectRecord,
  type Provider,
} from '@latchkey/server'
import { createClock, createRandom, readFrame } from '@latchkey/server/node'

/** A provider on a SQLite file, with one project for the pages of `origin`. */
export async function openProvider(options: {
  origin: string
  folder: string
}): Promise<{ provider: Provider; project: ProjectRecord; close(): Promise<void> }> {
  const { origin, folder } = options
  await mkdir(folder, { recursive: true })
  const [clock, random] = [createClock(), createRandom()]
  const masterKey = await readMasterKey(join(folder, 'master.key'))
  const storage = await openSqlite({ path: join(folder, 'latchkey.db'), clock })
  const provider = createProvider({
    config: { baseUrl: origin, masterKeys: [masterKey], trustProxy: 0, mode: 'production' },
    ...{ storage, clock, random, delivery: printMessages },
    logger: createLogger({ level: 'warn' }),
    frame: readFrame(),
  })
  const [known] = await storage.projects.list()
  const project =
    known ??
    (await createProject(
      storage,
      { clock, random, vault: createVault([masterKey], random) },
      {
        ...{ name: 'Acme', environment: 'test', vertical: 'CONSUMER', baseUrl: origin },
        settings: {
          authorizedOrigins: [origin],
          redirectUrls: { login: [`${origin}/`], signup: [`${origin}/`], reset_password: [], logout: [] },
        },
      },
    ))
  return {
    provider,
    project,
    async close() {
      await provider.close()
      await storage.close()
    },
  }
}

/** Instead of a mail server. In production: `createSmtpDelivery` of `@latchkey/server/node`. */
const printMessages: Delivery = {
  async send({ to, codes, links }) {
    console.log(`Message to ${to}: ${[...codes, ...links].join(' ')}`)
  },
}

/** Encrypts the secrets in the database. In production it comes from the environment, and is not next to the database. */
async function readMasterKey(path: string): Promise<MasterKey> {
  const known = await readFile(path).catch(() => null)
  const key = new Uint8Array(known ?? createRandom().bytes(32))
  if (known === null) await writeFile(path, key, { mode: 0o600 })
  return { id: 'k1', key }
}
