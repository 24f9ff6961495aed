import type { KnownErrorType } from '@latchkey/contract'
import { reject } from '../../audit/reject.ts'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { type AttemptCheck, recordAttempt } from '../../sso/attempts.ts'
import type { SsoCode } from '../../sso/statement.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { SsoConnectionRecord } from '../../storage/sso-connections.ts'
import { newFlowRow } from '../../tokens/flow-row.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { landingUrl } from '../../urls/landing-url.ts'
import { defaultRedirect } from '../../urls/redirect-list.ts'
import { type FailedSso, type StartedSso, tokenType } from './flow.ts'

/** Enough for the landing page to load. */
export const landingLifetimeMs: number = 2 * 60_000

export const failed: KnownErrorType = 'sso_authentication_failed'

export interface Failure {
  code: SsoCode
  checks: readonly AttemptCheck[]
  /** Null if the response belongs to no sign-in. */
  flow: StartedSso | null
  event?: 'sso_callback' | 'token_replay'
  email?: string | null
}

/**
 * Logs the attempt and sends the browser back to the project's page, with a token that redeems to the error: no value of
 * the identity provider is in the URL.
 */
export async function failSignIn(
  context: ProviderContext,
  exchange: Exchange,
  project: ProjectRecord,
  record: SsoConnectionRecord,
  failure: Failure,
): Promise<Response> {
  const { storage, random } = context
  const { code, checks, flow, event = 'sso_callback', email = null } = failure
  const connection = await attemptedConnection(context, record, flow)
  const attemptId = await recordAttempt(storage, context, {
    ...{ connection, environment: project.environment, kind: 'sign_in', result: 'rejected', code },
    details: { checks, match: null, memberId: null, email, roles: [], reasons: [] },
  })
  const details = { code, connection_id: connection.id, attempt_id: attemptId }
  const error = await reject(
    context,
    { ...exchange, project },
    { event, error: new ProviderError(failed, { details }) },
  )
  const token = newLinkToken(random)
  const url =
    flow?.loginRedirectUrl ?? defaultRedirect(project.settings.redirectUrls.login ?? [], project.environment) ?? ''
  const location = landingUrl(project, url, ['login', 'signup'], { tokenType, token })
  if (location === null) throw error
  const content: FailedSso = { code, connectionId: connection.id, attemptId }
  await storage.oneTime.insert(
    newFlowRow(context, {
      ...{ kind: 'sso', environment: project.environment, realm: connection, purpose: 'sso_failure' },
      ...{ accountId: null, identifier: `sso:${connection.id}`, content, tokenHash: sha256Hex(token) },
      ...{ codeChallenge: flow?.codeChallenge ?? null, lifetimeMs: landingLifetimeMs },
    }),
  )
  exchange.headers.location = location
  return new Response(null, { status: 303, headers: exchange.headers })
}

/** The one that the person chose: an external connection has its own log. */
async function attemptedConnection(
  { storage }: Pick<ProviderContext, 'storage'>,
  record: SsoConnectionRecord,
  flow: StartedSso | null,
): Promise<SsoConnectionRecord> {
  if (flow === null || flow.connectionId === record.id || flow.sourceId !== record.id) return record
  const { organizationId, connectionId } = flow
  return (await storage.ssoConnections.get({ projectId: record.projectId, organizationId }, connectionId)) ?? record
}
