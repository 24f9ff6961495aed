import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { type Administration, createAdministration, type ProjectRecord, type Storage } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import { type CommandInput, oneOption, UsageError } from '../command.ts'
import { ConfigError } from '../config/config-error.ts'
import { readDevelopmentConfig, readStoreConfig, type StoreConfig } from '../config/read-config.ts'
import { openSealedStorage } from '../open-storage.ts'
import { oneLine, printJson } from './print.ts'

/** What a command of the administration works with, beside a provider that may be running. */
export interface Office {
  administration: Administration
  storage: Storage
  /** The project that is meant: by `--project`, or the only one there is. */
  project(): Promise<ProjectRecord>
}

/** Opens the store, does the work and closes it, whatever happened. */
export async function administer(input: CommandInput, work: (office: Office) => Promise<number>): Promise<number> {
  const { storage, vault, baseUrl, keepsIssuer } = await openStore(input)
  try {
    const context = { storage, vault, baseUrl, keepsIssuer, clock: createClock(), random: createRandom() }
    const administration = createAdministration(context, { operator: operator() })
    return await work({ administration, storage, project: () => findProject(storage, oneOption(input, 'project')) })
  } finally {
    await storage.close()
  }
}

/** Shows an answer: to a machine as it is, to a person as `show` draws it. */
export function answer<Data>(input: CommandInput, data: Data, show: (data: Data) => void): number {
  if (input.options.json === undefined) show(data)
  else printJson(input.terminal, data)
  return 0
}

async function openStore(input: CommandInput) {
  if (input.options.dev === undefined) {
    const config = readConfig(input)
    return { ...(await openSealedStorage(config)), baseUrl: config.baseUrl, keepsIssuer: true }
  }
  const { dataDir, port } = readDevelopmentConfig(input.surroundings)
  const { openDevelopmentStore } = await import('@latchkey/server/dev')
  const opened = await openDevelopmentStore(dataDir)
  if (!opened) throw new ConfigError('--dev', `finds no development provider in ${dataDir}. Start one with: npm start`)
  // The running provider may listen on another port: its projects have the issuer of the port it has.
  return { ...opened, baseUrl: `http://localhost:${port}`, keepsIssuer: false }
}

function readConfig({ surroundings }: CommandInput): StoreConfig {
  try {
    return readStoreConfig(surroundings)
  } catch (error) {
    const { dataDir } = readDevelopmentConfig(surroundings)
    if (!(error instanceof ConfigError) || !existsSync(dataDir)) throw error
    const hint = `To use the development provider in ${dataDir} instead, add --dev.`
    throw new ConfigError(error.setting, `${error.message}\n${hint}`, [error, ...error.problems])
  }
}

/** By id or by name; the only one there is where none is named. */
export async function findProject(storage: Storage, wanted: string | undefined): Promise<ProjectRecord> {
  const projects = await storage.projects.list()
  const found = wanted === undefined ? projects : projects.filter(({ id, name }) => id === wanted || name === wanted)
  const [project] = found
  if (project && found.length === 1) return project
  if (projects.length === 0) throw new UsageError('There is no project yet. Run: latchkey projects create')
  if (project && wanted !== undefined) throw new UsageError('--project is the name of several projects. Use its id.')
  const problem =
    wanted === undefined ? 'There is more than one project.' : `There is no project ${JSON.stringify(wanted)}.`
  throw new UsageError(`${problem} Choose one with --project:\n${projects.map(asChoice).join('\n')}`)
}

function asChoice({ id, name }: ProjectRecord): string {
  return `  ${id}  ${oneLine(name)}`
}

/** Who sits at the machine, for the audit log. */
export function operator(): string {
  try {
    return `cli:${userInfo().username}`
  } catch {
    return 'cli'
  }
}
