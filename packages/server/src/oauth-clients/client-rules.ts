import { standardScopes } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import type { OAuthClientRecord, OAuthGrantRecord, ProjectRecord } from '../storage/records.ts'
import { redirectEntryProblem } from '../urls/redirect-list.ts'
import { lookAlikeProblem, nameProblem } from './client-name.ts'

/** An invalid field, with its name in the API, and its problem; null if the client application is valid. */
export type ClientProblem = { field: string; problem: string } | null

/**
 * An operator has vouched for the redirect URIs of this application. Any attacker can register one, or publish a
 * metadata document: a redirect that no user asked for would make the provider an open redirector (RFC 9700 §4.11.2).
 */
export function isProvenClient({ source }: Pick<OAuthClientRecord, 'source'>): boolean {
  return source === 'admin'
}

/**
 * Its requests to the token endpoint carry a secret that only the operator's backend knows. A public client application
 * has none, and any caller gets one by dynamic registration.
 */
export function isOperatorClient(client: Pick<OAuthClientRecord, 'source' | 'isPublic'>): boolean {
  return isProvenClient(client) && !client.isPublic
}

/** For the audit: the rows of such an application count for it. */
export function operatorClientId(client: Pick<OAuthClientRecord, 'source' | 'isPublic' | 'id'>): string | null {
  return isOperatorClient(client) ? client.id : null
}

/**
 * The grant and its refresh tokens outlive the first access token: for offline access, a back-channel logout, or the end
 * of a session that the access token may start.
 */
export function isLongLived(
  { backchannelLogoutUri }: Pick<OAuthClientRecord, 'backchannelLogoutUri'>,
  { offline, scopes }: Pick<OAuthGrantRecord, 'offline' | 'scopes'>,
): boolean {
  return offline || backchannelLogoutUri !== null || scopes.includes('full_access')
}

/** Checks a client application from any source before it is stored. */
export function clientProblem(project: ProjectRecord, client: OAuthClientRecord): ClientProblem {
  const name = nameProblem(client.name) ?? (client.source === 'admin' ? null : lookAlikeProblem(project, client.name))
  if (name) return { field: 'client_name', problem: name }
  if (client.logoUrl !== null && !isHttps(client.logoUrl))
    return { field: 'client_logo_url', problem: 'must be an https URL' }
  for (const [field, uris] of [
    ['redirect_uris', client.redirectUris],
    ['post_logout_redirect_uris', client.postLogoutRedirectUris],
  ] as const) {
    for (const uri of uris) {
      const problem = redirectUriProblem(project, client, uri)
      if (problem) return { field, problem }
    }
  }
  const { backchannelLogoutUri } = client
  if (
    backchannelLogoutUri !== null &&
    !isHttps(backchannelLogoutUri) &&
    !(project.environment === 'test' && isLoopback(backchannelLogoutUri))
  )
    return { field: 'backchannel_logout_uri', problem: 'must be an https URL' }
  return scopesProblem(project, client)
}

/** RFC 8252 §7: an application on the user's device may listen on loopback or have its own URI scheme. */
function redirectUriProblem(project: ProjectRecord, { isPublic }: OAuthClientRecord, uri: string): string | null {
  if (/\*|\{\}/.test(uri)) return 'is compared exactly and cannot be a pattern'
  const problem = redirectEntryProblem(uri, isPublic ? 'test' : project.environment)
  if (problem) return problem
  if (/^https?:/.test(uri)) return null
  if (!isPublic) return 'must be an https URL'
  if (!/^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/i.test(uri)) return 'needs a scheme like com.example.app'
  // §7.1: hosts in private-use schemes have no registry, so a URI could name a host that belongs to another owner.
  return /^[^:]+:[/\\]{2}/.test(uri) ? 'has no host: write com.example.app:/callback' : null
}

function scopesProblem({ settings }: ProjectRecord, client: OAuthClientRecord): ClientProblem {
  if (client.allowsClientCredentials && client.isPublic)
    return { field: 'client_credentials', problem: 'is only for confidential client applications' }
  if (client.scopes === null) return null
  const known = new Set<string>([...standardScopes, ...settings.rbacPolicy.scopes.map(({ scope }) => scope)])
  if (client.scopes.some((scope) => !known.has(scope)))
    return { field: 'scopes', problem: 'has a scope that is neither a standard one nor one of the RBAC policy' }
  if (!client.isFirstParty && client.scopes.includes('full_access'))
    return { field: 'scopes', problem: 'full_access is only for first-party applications' }
  return null
}

function isHttps(address: string): boolean {
  if (!URL.canParse(address) || !isSafeText(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

function isLoopback(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?\//.test(address) && URL.canParse(address)
}
