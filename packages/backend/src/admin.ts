import type { Endpoint, PathParameterOf, RequestOf, ResponseOf } from '@latchkey/contract'
import { type AdminEndpointName, adminEndpoints, adminPath } from '@latchkey/contract/admin'
import { usageError } from './http/errors.ts'
import { type BackendFetch, createSend, type Send } from './http/send.ts'

/** The beginning of the names of all endpoints of an area. The rest of a name is the name of its method. */
const areas = {
  project: 'adminProject',
  settings: 'adminSettings',
  users: 'adminUsers',
  sessions: 'adminSessions',
  secretKeys: 'adminSecretKeys',
  signingKeys: 'adminSigningKeys',
  oauthCredentials: 'adminOAuthCredentials',
  oauthClients: 'adminOAuthClients',
  oauthAttachTokens: 'adminOAuthAttachTokens',
  templates: 'adminTemplates',
  impersonationTokens: 'adminImpersonationTokens',
  impersonations: 'adminImpersonations',
  organizations: 'adminOrganizations',
  members: 'adminMembers',
  invitations: 'adminInvitations',
  organizationDomains: 'adminOrganizationDomains',
  sso: 'adminSso',
} as const

type Areas = typeof areas
type Endpoints = typeof adminEndpoints
type MethodName<Name, Prefix extends string> = Name extends `${Prefix}${infer Rest}` ? Uncapitalize<Rest> : never

/** The path parameters and the fields of the request in one object. */
type Input<E> = { [Name in PathParameterOf<E>]: string } & (RequestOf<E> extends null ? unknown : RequestOf<E>)

/** Calls one endpoint and returns the `data` of its response. The argument is optional if all of its fields are. */
export type AdminMethod<E> =
  Record<never, never> extends Input<E>
    ? (input?: Input<E>) => Promise<ResponseOf<E>>
    : (input: Input<E>) => Promise<ResponseOf<E>>

/** Every endpoint of the admin API, grouped by area: `adminUsersCreate` of the contract is `users.create`. */
export type AdminApi = {
  readonly [Area in keyof Areas]: {
    readonly [Name in AdminEndpointName as MethodName<Name, Areas[Area]>]: AdminMethod<Endpoints[Name]>
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The options of `createAdmin`. */
export interface AdminOptions {
  /** The URL of the provider, such as https://auth.example.com. */
  readonly baseUrl: string
  readonly projectId: string
  /** Has access to everything in the project: only on a server. */
  readonly secretKey: string
  /** Replaces the global `fetch`. */
  readonly fetch?: BackendFetch | undefined
}

/**
 * Creates a client of the admin API. Errors of the provider are `ApiError`s.
 *
 * @example
 * const admin = createAdmin({ baseUrl: 'https://auth.example.com', projectId: 'project-live-…', secretKey: 'secret-live-…' })
 * const { user } = await admin.users.create({ email: 'ada@example.com', email_verified: true })
 * await admin.users.update({ user_id: user.user_id, roles: ['editor'] })
 */
export function createAdmin({ baseUrl, projectId, secretKey, fetch }: AdminOptions): AdminApi {
  if (!projectId || !secretKey) throw usageError('projectId or secretKey is missing.')
  const send = createSend(baseUrl, fetch)
  const credentials = `${projectId}:${secretKey}`
  const methodsOf = (prefix: string): object =>
    Object.fromEntries(
      Object.entries<Endpoint>(adminEndpoints)
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, endpoint]) => [
          (name[prefix.length] ?? '').toLowerCase() + name.slice(prefix.length + 1),
          async (input: Fields = {}) => send({ ...requestOf(endpoint, input), credentials }),
        ]),
    )
  const api = Object.fromEntries(Object.entries(areas).map(([area, prefix]) => [area, methodsOf(prefix)]))
  return api as unknown as AdminApi
}

/** Fields that the path does not name are in the query of GET and DELETE, otherwise in the body. */
function requestOf({ method, path }: Endpoint, input: Fields): Parameters<Send>[0] {
  const rest = { ...input }
  const ownPath = path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    // A URL drops segments of dots, and an empty one is the path of another endpoint.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw usageError(`${name} is missing or invalid in the call of ${method} ${path}.`)
    return encodeURIComponent(value)
  })
  if (method === 'POST' || method === 'PUT') return { method, path: adminPath + ownPath, body: rest }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return { method, path: `${adminPath}${ownPath}?${query}`.replace(/\?$/, '') }
}
