import { standardScopes } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import type { OAuthClientRecord, ProjectRecord } from '../storage/records.ts'
import { redirectEntryProblem } from '../urls/redirect-list.ts'
import { lookAlikeProblem, nameProblem } from './client-name.ts'

/** The field, as the wire names it, and what is wrong with it; null if nothing is. */
export type ClientProblem = { field: string; problem: string } | null

/**
 * An operator has vouched for the redirect URIs of this application. Any attacker can register one, or publish a
 * metadata document: a redirect that no user asked for would make the provider an open redirector (RFC 9700 §4.11.2).
 */
export function isProvenClient({ source }: Pick<OAuthClientRecord, 'source'>): boolean {
  return source === 'admin'
}

/** What an application may be. Whoever made it, it is judged here before it is kept. */
export function clientProblem(project: ProjectRecord, client: OAuthClientRecord): ClientProblem {
  const name = nameProblem(client.name) ?? (client.source === 'admin' ? null : lookAlikeProblem(project, client.name))
  if (name) return { field: 'client_name', problem: name }
  if (client.logoUrl !== null && !isHttps(client.logoUrl))
    return { field: 'client_logo_url', problem: 'has to be https' }
  for (const [field, uris] of [
    ['redirect_uris', client.redirectUris],
    ['post_logout_redirect_uris', client.postLogoutRedirectUris],
  ] as const) {
    for (const uri of uris) {
      const problem = redirectUriProblem(project, client, uri)
      if (problem) return { field, problem }
    }
  }
  const { backchannelLogoutUri: told } = client
  if (told !== null && !isHttps(told) && !(project.environment === 'test' && isLoopback(told)))
    return { field: 'backchannel_logout_uri', problem: 'has to be https' }
  return scopesProblem(project, client)
}

/** RFC 8252 §7: an application on a person's own device may listen there, and may have a scheme of its own. */
function redirectUriProblem(project: ProjectRecord, { isPublic }: OAuthClientRecord, uri: string): string | null {
  if (/\*|\{\}/.test(uri)) return 'is compared exactly and cannot be a pattern'
  const problem = redirectEntryProblem(uri, isPublic ? 'test' : project.environment)
  if (problem) return problem
  if (/^https?:/.test(uri)) return null
  if (!isPublic) return 'has to be https'
  if (!/^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/i.test(uri)) return 'needs a scheme like com.example.app'
  // §7.1: nobody gives out hosts there, so one could be put there that belongs to somebody else.
  return /^[^:]+:[/\\]{2}/.test(uri) ? 'has no host: write com.example.app:/callback' : null
}

function scopesProblem({ settings }: ProjectRecord, client: OAuthClientRecord): ClientProblem {
  if (client.allowsClientCredentials && client.isPublic)
    return { field: 'client_credentials', problem: 'is for applications that can keep a secret' }
  if (client.scopes === null) return null
  const known = new Set<string>([...standardScopes, ...settings.rbacPolicy.scopes.map(({ scope }) => scope)])
  if (client.scopes.some((scope) => !known.has(scope)))
    return { field: 'scopes', problem: 'has a scope that is neither a standard one nor one of the RBAC policy' }
  if (!client.isFirstParty && client.scopes.includes('full_access'))
    return { field: 'scopes', problem: 'full_access is for applications of the project itself' }
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
