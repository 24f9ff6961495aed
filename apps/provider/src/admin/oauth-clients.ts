import {
  type AdminOAuthClient,
  type AdminOAuthClientsCreateRequest,
  type AdminOAuthClientsUpdateRequest,
  adminEndpoints,
} from '@latchkey/contract/admin'
import { type CommandInput, manyOptions, oneOption, readChoice, requiredOption, UsageError } from '../command.ts'
import { administer, answer } from './administer.ts'
import { pageOf, showNextPage } from './page.ts'
import { type Column, printFields, printTable, when } from './print.ts'

const types = ['first_party', 'first_party_public', 'third_party', 'third_party_public'] as const

const columns: readonly Column<AdminOAuthClient>[] = [
  ['CLIENT ID', ({ client_id }) => client_id],
  ['TYPE', ({ client_type }) => client_type],
  ['CREATED', ({ created_at }) => when(created_at)],
  ['NAME', ({ client_name }) => client_name],
]

export function createClient(input: CommandInput): Promise<number> {
  const request: AdminOAuthClientsCreateRequest = {
    ...readChange(input),
    client_type: readChoice('--type', requiredOption(input, 'type'), types),
    client_name: requiredOption(input, 'name'),
  }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), request }
    const data = await administration.call(adminEndpoints.adminOAuthClientsCreate, call)
    return answer(input, data, () => show(input, data.oauth_client, data.client_secret))
  })
}

export function updateClient(input: CommandInput): Promise<number> {
  const request = readChange(input)
  if (Object.keys(request).length === 0) throw new UsageError('Nothing to change. Run: latchkey clients update --help')
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: clientOf(input), request }
    const data = await administration.call(adminEndpoints.adminOAuthClientsUpdate, call)
    return answer(input, data, () => show(input, data.oauth_client))
  })
}

export function getClient(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: clientOf(input) }
    const data = await administration.call(adminEndpoints.adminOAuthClientsGet, call)
    return answer(input, data, () => show(input, data.oauth_client))
  })
}

export function listClients(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), request: pageOf(input) }
    const data = await administration.call(adminEndpoints.adminOAuthClientsList, call)
    return answer(input, data, () => {
      const empty = 'There are no client applications. Create one with: latchkey clients create'
      printTable(input.terminal, data.oauth_clients, columns, empty)
      showNextPage(input, data)
    })
  })
}

export function deleteClient(input: CommandInput): Promise<number> {
  if (input.options.yes === undefined) throw new UsageError('This cannot be undone. Add --yes to confirm.')
  return administer(input, async ({ administration, project }) => {
    const params = clientOf(input)
    await administration.call(adminEndpoints.adminOAuthClientsDelete, { project: await project(), params })
    return answer(input, params, () => input.terminal.out(`${params.client_id} and its grants were deleted.\n`))
  })
}

export function admitClient(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const params = clientOf(input)
    await administration.call(adminEndpoints.adminOAuthClientsAdmit, { project: await project(), params })
    return answer(input, params, () => input.terminal.out(`${params.client_id} is allowed again.\n`))
  })
}

/** Prints the new secret once. */
export function rotateClientSecret(input: CommandInput): Promise<number> {
  const keep = oneOption(input, 'keep-minutes')
  const request = keep === undefined ? {} : { keep_minutes: Number(keep) }
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: clientOf(input), request }
    const data = await administration.call(adminEndpoints.adminOAuthClientsRotateSecret, call)
    return answer(input, data, () => show(input, data.oauth_client, data.client_secret))
  })
}

/** Only the options that were given. */
function readChange(input: CommandInput): AdminOAuthClientsUpdateRequest {
  const text = (name: string, field: string): object => {
    const value = oneOption(input, name)
    return value === undefined ? {} : { [field]: value }
  }
  const list = (name: string, field: string): object => {
    const values = manyOptions(input, name)
    return values.length === 0 ? {} : { [field]: values }
  }
  return {
    ...text('name', 'client_name'),
    ...text('description', 'client_description'),
    ...text('logo', 'client_logo_url'),
    ...text('backchannel-logout', 'backchannel_logout_uri'),
    ...text('id-token-alg', 'id_token_signed_response_alg'),
    ...list('redirect', 'redirect_uris'),
    ...list('post-logout-redirect', 'post_logout_redirect_uris'),
    ...list('scope', 'scopes'),
    ...(input.options['client-credentials'] === undefined ? {} : { client_credentials: true }),
  }
}

function clientOf({ positionals }: CommandInput): { client_id: string } {
  return { client_id: positionals[0] ?? '' }
}

function show({ terminal }: CommandInput, client: AdminOAuthClient, secret?: string): void {
  printFields(terminal, [
    ['Client id', client.client_id],
    ...(secret === undefined ? [] : [['Secret', secret] as const]),
    ['Name', client.client_name],
    ['Type', client.client_type],
    ['Redirect URIs', client.redirect_uris.join(' ')],
    ['Post-logout redirect URIs', client.post_logout_redirect_uris.join(' ')],
    ['Scopes', client.scopes?.join(' ') ?? 'all except full_access'],
  ])
  if (secret !== undefined) terminal.out('\nStore the secret now: it is not shown again.\n')
}
