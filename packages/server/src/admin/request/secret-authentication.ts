import { reject } from '../../audit/reject.ts'
import { equalDigests, sha256Hex } from '../../core/hash.ts'
import { type LimitName, limitFor } from '../../core/limits.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { parseAuthorization } from '../../http/authorization.ts'
import { countRequest, type Exchange, identifyProject } from '../../http/exchange.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProjectRecord, SecretKeyRecord } from '../../storage/records.ts'
import { isSecret } from './secret.ts'

/** `last_used_at` is written at most this often. */
const useWriteMs = 60 * 60_000
const longestProjectId = 128

/**
 * Authenticates `Basic base64("<project_id>:<secret>")`. An unknown project and a wrong secret get the same error. Only
 * wrong secrets are counted by IP address: many servers of a project may share one.
 */
export async function authenticateSecret(
  context: ProviderContext,
  exchange: Exchange,
): Promise<{ project: ProjectRecord; key: SecretKeyRecord }> {
  const { storage, clock } = context
  // A browser must not have the secret: reject its first call, so that the developer notices before an attacker does.
  if (exchange.request.headers.has('origin')) {
    countRequest(context, exchange.client)
    throw new ProviderError('unauthorized_origin')
  }
  const credentials = parseAuthorization(exchange.request.headers.get('authorization'))
  if (!credentials) {
    countRequest(context, exchange.client)
    throw new ProviderError('invalid_authorization_header')
  }
  const { publicToken: projectId, sessionToken: secret } = credentials
  const known = secret !== null && projectId.length <= longestProjectId ? await find(context, projectId, secret) : null
  if (!known) throw await rejectSecret(context, exchange, projectId)
  const { project, key } = known
  identifyProject(exchange, project)
  count(context, 'requests_per_secret_key', key.id)
  const now = clock.now()
  if (now - (key.lastUsedAt ?? 0) >= useWriteMs) await storage.secretKeys.touch(project.id, key.id, now)
  return known
}

/** The lookup by digest is not constant-time, which reveals nothing useful about a random secret. */
async function find(
  { storage }: Pick<ProviderContext, 'storage'>,
  projectId: string,
  secret: string,
): Promise<{ project: ProjectRecord; key: SecretKeyRecord } | null> {
  if (!isSecret(secret)) return null
  const digest = sha256Hex(secret)
  const key = await storage.secretKeys.findLive(projectId, digest)
  if (!key || !equalDigests(key.secretHash, digest)) return null
  const project = await storage.projects.get(projectId)
  return project && { project, key }
}

/** Audits the attempt if the project exists and the limit is not exceeded. */
async function rejectSecret(context: ProviderContext, exchange: Exchange, projectId: string): Promise<ProviderError> {
  countRequest(context, exchange.client)
  count(context, 'secret_attempts_per_ip', exchange.client.prefix)
  const project = projectId.length <= longestProjectId ? await context.storage.projects.get(projectId) : null
  const error = new ProviderError('invalid_secret_authentication')
  if (project === null) return error
  const source = { project, client: exchange.client, requestId: exchange.requestId }
  return reject(context, source, { event: 'secret_authenticate', error })
}

function count(context: ProviderContext, name: LimitName, key: string): void {
  const refused = context.memoryLimits.take(`${name}:${key}`, limitFor(name, context.config.limits, undefined))
  if (!refused) return
  context.metrics.limitHit(name)
  throw new ProviderError('too_many_requests', { retryAfterMs: refused.retryAfterMs })
}
