import { oauthProviders } from '@latchkey/contract'
import { type AdminOAuthCredentialsSetRequest, adminEndpoints, type OAuthCredentials } from '@latchkey/contract/admin'
import { type CommandInput, oneOption, readChoice, requiredOption } from '../command.ts'
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

/** Reads the secret from a file or from standard input: every user of the machine can see arguments. */
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
    const params = { provider: input.positionals[0] ?? '' }
    const call = { project: await project(), params, request }
    const data = await administration.call(adminEndpoints.adminOAuthCredentialsSet, call)
    return answer(input, data, () => {
      show(input, [data.oauth_credentials])
      input.terminal.out('\nRegister this redirect URI at the identity provider.\n')
    })
  })
}

export function deleteCredentials(input: CommandInput): Promise<number> {
  const [provider = ''] = input.positionals
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: { provider } }
    await administration.call(adminEndpoints.adminOAuthCredentialsDelete, call)
    return answer(input, { provider }, () => input.terminal.out(`The credentials for ${provider} were deleted.\n`))
  })
}

/** The token links an identity in a session of the user. It does not sign in. */
export function attachToken(input: CommandInput): Promise<number> {
  const provider = readChoice('--provider', requiredOption(input, 'provider'), oauthProviders)
  return administer(input, async (admin) => {
    const project = await admin.project()
    const { user_id } = await findUser(admin, project, input.positionals[0] ?? '')
    const request = { user_id, provider }
    const data = await admin.administration.call(adminEndpoints.adminOAuthAttachTokensCreate, { project, request })
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
    'There are no credentials. Add some with: latchkey oauth set <provider>',
  )
}
