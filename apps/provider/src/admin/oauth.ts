import { oauthProviders } from '@latchkey/contract'
import { type AdminOAuthCredentialsSetRequest, adminEndpoints, type OAuthCredentials } from '@latchkey/contract/admin'
import { type CommandInput, oneOf, oneOption, requiredOption } from '../command.ts'
import { administer, answer } from './administer.ts'
import { findUser } from './find-user.ts'
import { printFields, printTable } from './print.ts'
import { readInput } from './read-file.ts'

export function listCredentials(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminOAuthCredentialsList, { project: await project() })
    return answer(input, data, () => show(input, data.oauth_credentials))
  })
}

/** The secret comes from a file or the standard input: arguments are seen by every user of a machine. */
export function setCredentials(input: CommandInput): Promise<number> {
  const secret = readInput(requiredOption(input, 'secret-file')).trim()
  const option = (name: string, field: string): Record<string, string> => {
    const value = oneOption(input, name)
    return value === undefined ? {} : { [field]: value }
  }
  const isKey = oneOption(input, 'key-id') !== undefined || oneOption(input, 'team-id') !== undefined
  const request: AdminOAuthCredentialsSetRequest = {
    client_id: requiredOption(input, 'client-id'),
    ...(isKey ? { private_key: `${secret}\n` } : { client_secret: secret }),
    ...option('team-id', 'team_id'),
    ...option('key-id', 'key_id'),
    ...option('tenant', 'tenant'),
    ...option('host', 'host'),
  }
  return administer(input, async ({ administration, project }) => {
    const params = { provider: input.words[0] ?? '' }
    const call = { project: await project(), params, request }
    const data = await administration.call(adminEndpoints.adminOAuthCredentialsSet, call)
    return answer(input, data, () => {
      show(input, [data.oauth_credentials])
      input.terminal.out('\nRegister the redirect URI at the provider.\n')
    })
  })
}

export function deleteCredentials(input: CommandInput): Promise<number> {
  const [provider = ''] = input.words
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: { provider } }
    await administration.call(adminEndpoints.adminOAuthCredentialsDelete, call)
    return answer(input, { provider }, () => input.terminal.out(`The credentials for ${provider} were deleted.\n`))
  })
}

/** The token adds the identity only in a session of the user; it signs no one in. */
export function attachToken(input: CommandInput): Promise<number> {
  const provider = oneOf('--provider', requiredOption(input, 'provider'), oauthProviders)
  return administer(input, async (office) => {
    const project = await office.project()
    const { user_id } = await findUser(office, project, input.words[0] ?? '')
    const request = { user_id, provider }
    const data = await office.administration.call(adminEndpoints.adminOAuthAttachTokensCreate, { project, request })
    return answer(input, data, () => printFields(input.terminal, Object.entries(data)))
  })
}

function show({ terminal }: CommandInput, credentials: readonly OAuthCredentials[]): void {
  printTable(
    terminal,
    credentials,
    [
      ['PROVIDER', ({ provider }) => provider],
      ['CLIENT ID', ({ client_id }) => client_id],
      [
        'OPTIONS',
        ({ options }) =>
          Object.entries(options)
            .map((pair) => pair.join('='))
            .join(' '),
      ],
      ['REDIRECT URI', ({ redirect_uri }) => redirect_uri],
    ],
    'There are no credentials; set some with: latchkey oauth set <provider>',
  )
}
