import { redirectTypes } from '@latchkey/contract'
import { adminEndpoints } from '@latchkey/contract/admin'
import { checkSettings, defaultSettings, type ProjectRecord, type ProjectSettings } from '@latchkey/server'
import { type CommandInput, manyOptions, oneOption, readChoice, requiredOption, UsageError } from '../command.ts'
import { readSenderDomain } from '../config/read-config.ts'
import { administer, answer } from './administer.ts'
import { printFields, printTable, when } from './print.ts'

/** Creates a project and prints its id and public token. */
export function createProject(input: CommandInput): Promise<number> {
  const name = requiredOption(input, 'name')
  const environment = readChoice('--environment', oneOption(input, 'environment') ?? 'live', ['test', 'live'] as const)
  const vertical = readChoice('--vertical', oneOption(input, 'vertical') ?? 'CONSUMER', ['CONSUMER', 'B2B'] as const)
  const isDevelopment = input.options.dev !== undefined
  const senderDomain = readSenderDomain(input.sources)
  const settings = {
    ...readLists(input, environment),
    // "Open in Gmail" searches for mails of these domains. Without a configured sender it opens the mailbox.
    ...(isDevelopment ? {} : { emailDomains: senderDomain === undefined ? [] : [senderDomain] }),
  }
  return administer(input, async ({ administration }) => {
    const project = await administration.createProject({ name, environment, vertical, settings })
    return answer(input, rowOf(project), ({ project_id, public_token }) =>
      printFields(input.terminal, [
        ['project_id', project_id],
        ['public_token', public_token],
      ]),
    )
  })
}

export function listProjects(input: CommandInput): Promise<number> {
  return administer(input, async ({ storage }) => {
    const projects = (await storage.projects.list()).map(rowOf)
    return answer(input, { projects }, () =>
      printTable(
        input.terminal,
        projects,
        [
          ['PROJECT', ({ project_id }) => project_id],
          ['VERTICAL', ({ vertical }) => vertical],
          ['PUBLIC TOKEN', ({ public_token }) => public_token],
          ['CREATED', ({ created_at }) => when(created_at)],
          ['NAME', (project) => project.name],
        ],
        'There is no project yet. Run: latchkey projects create --name <name>',
      ),
    )
  })
}

export function getProject(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminProjectGet, { project: await project() })
    return answer(input, data, () => printFields(input.terminal, Object.entries(data.project)))
  })
}

function rowOf({ id, name, environment, vertical, publicToken, createdAt }: ProjectRecord) {
  const created_at = new Date(createdAt).toISOString()
  return { project_id: id, name, environment, vertical, public_token: publicToken, created_at }
}

/** Validates the lists before the database is opened. */
function readLists(input: CommandInput, environment: 'test' | 'live'): Partial<ProjectSettings> {
  const redirects = manyOptions(input, 'redirect')
  const settings = {
    authorizedOrigins: manyOptions(input, 'origin'),
    redirectUrls: Object.fromEntries(redirectTypes.map((type) => [type, redirects])),
  }
  try {
    checkSettings({ ...defaultSettings(), ...settings }, environment)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--origin or --redirect is not valid: ${why}`)
  }
  return settings
}
