import { type AdminSsoListAttemptsResponse, adminEndpoints } from '@latchkey/contract/admin'
import type {
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  B2bSsoGetConnectionsResponse,
  B2bSsoOidcUpdateRequest,
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateRequest,
  ExternalConnection,
  OidcConnection,
  SamlConnection,
  SsoVerificationCertificate,
} from '@latchkey/contract/b2b'
import type { ProjectRecord } from '@latchkey/server'
import { type CommandInput, oneOption, UsageError } from '../../command.ts'
import { type AdminAccess, administer, answer } from '../administer.ts'
import { type Column, oneLine, printTable, when } from '../print.ts'
import { readInput } from '../read-file.ts'
import { readChange } from '../settings.ts'
import { requireFields } from './require-fields.ts'

type Kind = 'saml' | 'oidc' | 'external'
type Connection = { kind: Kind } & Pick<SamlConnection, 'connection_id' | 'status' | 'display_name' | 'tested_at'>
type Attempt = AdminSsoListAttemptsResponse['attempts'][number]

const columns: readonly Column<Connection>[] = [
  ['CONNECTION', ({ connection_id }) => connection_id],
  ['KIND', ({ kind }) => kind],
  ['STATUS', ({ status }) => status],
  ['NAME', ({ display_name }) => display_name],
  ['TESTED', ({ tested_at }) => (tested_at === null ? 'never' : when(tested_at))],
]
const certificateColumns: readonly Column<SsoVerificationCertificate>[] = [
  ['CERTIFICATE', ({ certificate_id }) => certificate_id],
  ['SOURCE', ({ source }) => source],
  ['EXPIRES', ({ expires_at }) => when(expires_at)],
  ['LAST USED', ({ last_used_at }) => (last_used_at === null ? 'never' : when(last_used_at))],
  ['RETIRED', ({ retired_at }) => (retired_at === null ? '' : when(retired_at))],
  ['SHA-256', ({ fingerprint }) => fingerprint],
]
const attemptColumns: readonly Column<Attempt>[] = [
  ['TIME', ({ created_at }) => when(created_at)],
  ['KIND', ({ kind }) => kind],
  ['RESULT', ({ result }) => result],
  ['CODE', ({ code }) => code ?? ''],
  ['FOUND BY', ({ match }) => match ?? ''],
  ['MEMBER', ({ member_id }) => member_id ?? ''],
  ['EXPECTED', (attempt) => failedCheck(attempt)?.expected ?? ''],
  ['GOT', (attempt) => failedCheck(attempt)?.got ?? ''],
]

export function listSso(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: paramsOf(input) }
    const data = await administration.call(adminEndpoints.adminSsoList, call)
    return answer(input, data, () =>
      printTable(input.terminal, all(data), columns, 'The organization has no SSO connections.'),
    )
  })
}

export function createSso(input: CommandInput): Promise<number> {
  const [, kind] = input.positionals
  const request = readChange(input.positionals.slice(2))
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: paramsOf(input) }
    // Validated by the schema, like the body of a request.
    const named = { ...call, request: request as B2bSsoSamlCreateRequest }
    const external = { ...call, request: request as unknown as B2bSsoExternalCreateRequest }
    const data =
      kind === 'saml'
        ? await administration.call(adminEndpoints.adminSsoCreateSaml, named)
        : kind === 'oidc'
          ? await administration.call(adminEndpoints.adminSsoCreateOidc, named)
          : kind === 'external'
            ? await administration.call(adminEndpoints.adminSsoCreateExternal, external)
            : unknownKind(kind)
    return answer(input, data, () => showConnection(input, data.connection))
  })
}

const secretOptions = { client_secret: 'secret-file', signing_private_key: 'signing-key-file' }

/** Reads secrets from files or standard input: every user of the machine can see arguments. An empty value removes one. */
function readSecrets(input: CommandInput, change: Readonly<Record<string, unknown>>): Record<string, string> {
  const secrets: Record<string, string> = {}
  for (const [name, option] of Object.entries(secretOptions)) {
    const path = oneOption(input, option)
    if (path !== undefined) secrets[name] = readSecret(path, `--${option}`)
    if (Object.hasOwn(change, name) && (change[name] !== '' || path !== undefined))
      throw new UsageError(`${name} is a secret. Put it into a file, or pipe it, and use: --${option} <file>`)
  }
  return secrets
}

/** A pipe from a command that failed is empty, and an empty value would remove the secret. */
function readSecret(path: string, option: string): string {
  const secret = readInput(path).trim()
  if (secret === '') throw new UsageError(`The file of ${option} is empty.`)
  return secret
}

/** The kind of the connection follows from its id. */
export function updateSso(input: CommandInput): Promise<number> {
  const change = readChange(input.positionals.slice(2))
  const [url, file] = [oneOption(input, 'metadata-url'), oneOption(input, 'metadata')]
  const certificate = oneOption(input, 'certificate')
  const secrets = readSecrets(input, change)
  const others = { ...change, ...secrets, ...(file && { file }), ...(certificate && { certificate }) }
  if (url !== undefined && Object.keys(others).length > 0)
    throw new UsageError('--metadata-url cannot be combined with other changes.')
  return administer(input, async (admin) => {
    const { administration } = admin
    const project = await admin.project()
    const call = { project, params: paramsOf(input) }
    const found = await findConnection(admin, input, project)
    const files = {
      ...(file === undefined ? {} : { metadata_xml: readInput(file) }),
      ...(certificate === undefined ? {} : { x509_certificate: readInput(certificate) }),
    }
    requireFields(change, found, Object.keys(secretOptions))
    // Validated by the schema, like the body of a request.
    const request: object = { ...change, ...secrets, ...files }
    const data =
      url !== undefined
        ? await administration.call(adminEndpoints.adminSsoUpdateSamlByUrl, { ...call, request: { metadata_url: url } })
        : found.kind === 'saml'
          ? await administration.call(adminEndpoints.adminSsoUpdateSaml, {
              ...call,
              request: request as B2bSsoSamlUpdateRequest,
            })
          : found.kind === 'oidc'
            ? await administration.call(adminEndpoints.adminSsoUpdateOidc, {
                ...call,
                request: request as B2bSsoOidcUpdateRequest,
              })
            : await administration.call(adminEndpoints.adminSsoUpdateExternal, {
                ...call,
                request: request as B2bSsoExternalUpdateRequest,
              })
    return answer(input, data, () => {
      showConnection(input, data.connection)
      if ('warning' in data && data.warning !== undefined) input.terminal.out(`Warning: ${oneLine(data.warning)}\n`)
    })
  })
}

export function deleteSso(input: CommandInput): Promise<number> {
  if (input.options.yes === undefined)
    throw new UsageError('Members can no longer sign in with it. To delete it, add --yes.')
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: paramsOf(input) }
    const data = await administration.call(adminEndpoints.adminSsoDelete, call)
    return answer(input, data, () => input.terminal.out(`${oneLine(data.connection_id)} was deleted.\n`))
  })
}

/** Lists the certificates of a SAML connection, or deletes one of them. */
export function ssoCertificates(input: CommandInput): Promise<number> {
  const certificate_id = oneOption(input, 'delete')
  return administer(input, async (admin) => {
    const project = await admin.project()
    if (certificate_id !== undefined) {
      const call = { project, params: { ...paramsOf(input), certificate_id } }
      await admin.administration.call(adminEndpoints.adminSsoDeleteSamlCertificate, call)
    }
    const found = await findConnection(admin, input, project)
    const certificates = 'verification_certificates' in found ? found.verification_certificates : []
    return answer(input, { verification_certificates: certificates }, () =>
      printTable(input.terminal, certificates, certificateColumns, 'The connection has no certificates.'),
    )
  })
}

export function listSsoAttempts(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: paramsOf(input) }
    const data = await administration.call(adminEndpoints.adminSsoListAttempts, call)
    return answer(input, data, () =>
      printTable(input.terminal, data.attempts, attemptColumns, 'There were no attempts in the last 7 days.'),
    )
  })
}

type AnyConnection =
  | ({ kind: 'saml' } & SamlConnection)
  | ({ kind: 'oidc' } & OidcConnection)
  | ({ kind: 'external' } & ExternalConnection)

export async function findConnection(
  { administration }: Pick<AdminAccess, 'administration'>,
  input: CommandInput,
  project: ProjectRecord,
): Promise<AnyConnection> {
  const { connection_id, ...params } = paramsOf(input)
  const data = await administration.call(adminEndpoints.adminSsoList, { project, params })
  const found = all(data).find((one) => one.connection_id === connection_id)
  if (found === undefined) throw new UsageError(`${oneLine(connection_id)} is not a connection of the organization.`)
  return found
}

function all(
  data: Pick<B2bSsoGetConnectionsResponse, 'saml_connections' | 'oidc_connections' | 'external_connections'>,
): AnyConnection[] {
  return [
    ...data.saml_connections.map((one) => ({ kind: 'saml', ...one }) as const),
    ...data.oidc_connections.map((one) => ({ kind: 'oidc', ...one }) as const),
    ...data.external_connections.map((one) => ({ kind: 'external', ...one }) as const),
  ]
}

function showConnection(input: CommandInput, connection: Omit<Connection, 'kind'> & object): void {
  for (const [name, value] of Object.entries(connection)) {
    // Certificates have a command of their own.
    if (name.endsWith('_certificates')) continue
    input.terminal.out(`${name.padEnd(30)} ${oneLine(typeof value === 'string' ? value : JSON.stringify(value))}\n`)
  }
}

function failedCheck({ checks }: Attempt) {
  return checks.find(({ outcome }) => outcome === 'failed')
}

function paramsOf({ positionals }: CommandInput): { organization_id: string; connection_id: string } {
  const [organization_id = '', connection_id = ''] = positionals
  return { organization_id, connection_id }
}

function unknownKind(kind = ''): never {
  throw new UsageError(`${oneLine(kind)} is not a kind of connection: saml, oidc or external.`)
}
