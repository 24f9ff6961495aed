import { checkSettings, createProject, defaultSettings, type ProjectSettings } from '@latchkey/server'
import { createClock, createRandom } from '@latchkey/server/node'
import type { Arguments } from '../arguments.ts'
import { ConfigError } from '../config/config-error.ts'
import { readStoreConfig } from '../config/read-config.ts'
import type { Surroundings } from '../config/settings.ts'
import { openSealedStorage } from '../open-storage.ts'
import type { Terminal } from '../terminal.ts'

/** Makes a project beside a running provider and prints what a page needs to know of it. */
export async function runProjectsCreate(
  surroundings: Surroundings,
  options: Arguments['options'],
  terminal: Terminal,
): Promise<number> {
  const name = String(options.name ?? '').trim()
  if (name === '') throw new ConfigError('--name', 'is missing')
  const environment = oneOf('--environment', options.environment ?? 'live', ['test', 'live'] as const)
  const vertical = oneOf('--vertical', options.vertical ?? 'CONSUMER', ['CONSUMER', 'B2B'] as const)
  const settings = readLists(options, environment)
  const config = readStoreConfig(surroundings)
  const { storage, vault } = await openSealedStorage(config)
  try {
    const project = await createProject(
      storage,
      { clock: createClock(), random: createRandom(), vault },
      {
        name,
        environment,
        vertical,
        baseUrl: config.baseUrl,
        settings,
      },
    )
    terminal.out(`project_id    ${project.id}\npublic_token  ${project.publicToken}\n`)
    return 0
  } finally {
    await storage.close()
  }
}

/** Judged before the database is opened, so that the operator reads a sentence. */
function readLists(options: Arguments['options'], environment: 'test' | 'live'): Partial<ProjectSettings> {
  const redirects = list(options.redirect)
  const settings = {
    authorizedOrigins: list(options.origin),
    redirectUrls: { login: redirects, signup: redirects, reset_password: redirects, logout: redirects },
  }
  try {
    checkSettings({ ...defaultSettings(), ...settings }, environment)
  } catch (error) {
    throw new ConfigError(
      '--origin or --redirect',
      `cannot be taken: ${error instanceof Error ? error.message : error}`,
    )
  }
  return settings
}

function list(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat()
}

function oneOf<T extends string>(flag: string, value: string | string[], known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value)
  if (!found) throw new ConfigError(flag, `must be one of ${known.join(', ')}`)
  return found
}
