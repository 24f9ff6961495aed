import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { type Administration, createAdministration, type ProjectRecord, type Storage } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { ConfigError } from '../config/config-error.ts'
import { readDevelopmentConfig, readStoreConfig, type StoreConfig } from '../config/read-config.ts'
import { openSealedStorage } from '../open-storage.ts'
import { oneLine, printJson } from './print.ts'

/** What the administration commands work with. They can run while a provider runs. */
export interface AdminAccess {
  administration: Administration
  storage: Storage
  /** The project of `--project`, or the only project. */
  project(): Promise<ProjectRecord>
}

/** Opens the database, runs `work` and closes the database. */
export async function administer(input: CommandInput, work: (admin: AdminAccess) => Promise<number>): Promise<number> {
  const { storage, ...opened } = await openStore(input)
  try {
    const context = { ...opened, storage, clock: createClock(), random: createRandom() }
    const administration = createAdministration(context, { operator: operator() })
    return await work({ administration, storage, project: () => findProject(storage, oneOption(input, 'project')) })
  } finally {
    await storage.close()
  }
}

/** Prints the result of a command: as JSON with `--json`, else by `show`. */
export function answer<Data>(input: CommandInput, data: Data, show: (data: Data) => void): number {
  if (input.options.json === undefined) show(data)
  else printJson(input.terminal, data)
  return 0
}

async function openStore(input: CommandInput) {
  if (input.options.dev === undefined) {
    const config = readConfig(input)
    const { baseUrl, disposableDomains, limits } = config
    const opened = await openSealedStorage(config)
    return { ...opened, baseUrl, disposableDomains, config: { limits }, keepsIssuer: true }
  }
  const { dataDir, port } = readDevelopmentConfig(input.sources)
  const { createDevelopmentTxtLookup, openDevelopmentStore } = await import('@latchkey/server/dev')
  const opened = await openDevelopmentStore(dataDir)
  if (!opened)
    throw new ConfigError('--dev', `needs a development provider, but ${dataDir} has no database. Run: latchkey dev`)
  // The running provider may listen on another port, and sets the issuer of the projects itself.
  const baseUrl = `http://localhost:${port}`
  return { ...opened, baseUrl, keepsIssuer: false, lookupTxt: createDevelopmentTxtLookup(baseUrl) }
}

function readConfig({ sources }: CommandInput): StoreConfig {
  try {
    return readStoreConfig(sources)
  } catch (error) {
    const { dataDir } = readDevelopmentConfig(sources)
    if (!(error instanceof ConfigError) || !existsSync(dataDir)) throw error
    const hint = `To use the development provider in ${dataDir} instead, add --dev.`
    throw new ConfigError(error.setting, `${error.message}\n${hint}`, [error, ...error.problems])
  }
}

/** Finds a project by id or name. Without one it returns the only project. */
export async function findProject(storage: Storage, idOrName: string | undefined): Promise<ProjectRecord> {
  const projects = await storage.projects.list()
  const found =
    idOrName === undefined ? projects : projects.filter(({ id, name }) => id === idOrName || name === idOrName)
  const [project] = found
  if (project && found.length === 1) return project
  if (projects.length === 0) throw new UsageError('There is no project yet. Run: latchkey projects create')
  if (project && idOrName !== undefined)
    throw new UsageError('Several projects have the name given with --project. Use the id of the project.')
  const problem =
    idOrName === undefined ? 'There is more than one project.' : `There is no project ${JSON.stringify(idOrName)}.`
  throw new UsageError(`${problem} Choose one with --project:\n${projects.map(asChoice).join('\n')}`)
}

function asChoice({ id, name }: ProjectRecord): string {
  return `  ${id}  ${oneLine(name)}`
}

/** The operator in the audit log: the user of the operating system. */
export function operator(): string {
  try {
    return `cli:${userInfo().username}`
  } catch {
    return 'cli'
  }
}
