import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { sha256Hex } from '../../core/hash.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { isLongLived, isOperatorClient, isProvenClient } from '../../oauth-clients/client-rules.ts'
import { clientTypeOf } from '../../oauth-clients/client-view.ts'
import { judgeScopes } from '../../oauth-clients/scopes.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { countChange } from '../../sessions/count-change.ts'
import { refuseImpersonated, refuseReplacedToken } from '../../sessions/step-up.ts'
import { type Realm, realmOf } from '../../storage/realm.ts'
import type {
  ConnectedAppRecord,
  OAuthClientRecord,
  OAuthGrantRecord,
  OneTimeRecord,
  ProjectRecord,
} from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import type { Requester } from '../clients/find-client.ts'
import { authenticationContext } from '../protocol/authentication-context.ts'
import { OAuthError } from '../protocol/oauth-error.ts'
import { param } from '../protocol/params.ts'
import { granterOf, mayAuthorize, subjectOfCaller } from '../protocol/subject.ts'
import { authorizationResponseUrl } from './authorization-response-url.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { authenticatedAt, isConsentRequired, meetsSignInRequirements } from './consent.ts'
import { type ConsentPrompt, consentPromptDigest, consumeConsentPrompt, findConsentPrompt } from './consent-prompt.ts'
import { type ConsentFields, type PresentedRequest, presentedRequest } from './consent-request.ts'
import { consumeStoredRequest } from './stored-request.ts'

const codeLifetimeMs = 60_000

/** The decision of the user on the consent page. A denial takes precedence; an automatic submit has neither flag. */
export interface Answer {
  isGranted: boolean
  isDenied: boolean
}

export interface Authorized {
  /** The redirect to the client application, with a code or with an error. */
  redirectUri: string
  code: string | null
}

/**
 * Decides on an authorization request. It grants what `authorize/start` stored for this session, or fewer scopes; the
 * request body only finds that row.
 */
export async function authorize(
  context: ProviderContext,
  source: Requester,
  caller: Caller | null,
  fields: ConsentFields,
  answer: Answer,
): Promise<Authorized> {
  const { project } = source
  const shown = caller === null ? null : await findConsentPrompt(context, caller, fields)
  const presented = await presentedRequest(context, source, { ...fields, scope: shown?.scope ?? fields.scope })
  try {
    const request = await presented.read()
    const code = newLinkToken(context.random)
    await decide(context, source, { presented, shown, request, caller, requestedScope: fields.scope, answer, code })
    return { redirectUri: authorizationResponseUrl(context, project, request, { code }), code }
  } catch (error) {
    if (error instanceof LimitError) throw await auditLimit(context.storage, context, source, error)
    if (!(error instanceof OAuthError)) throw error
    const { code, description } = error
    const state = presented.stored ? param(presented.stored.params, 'state') : fields.state
    const back = {
      redirectUri: presented.target.redirectUri,
      state: state === undefined || state === '' ? null : state,
    }
    // Requests without a session are not audited: an attacker could fill the audit log.
    if (caller !== null)
      await audit(context.storage, context, source, {
        ...{ event: 'oauth_authorize', result: 'refused', errorType: 'oauth_invalid_request' },
        ...{ accountId: caller.account.id, targetId: presented.target.client.id },
      })
    // A no on the consent page is the user's own decision to go back; nothing else is.
    if (!isProvenClient(presented.target.client) && !(caller !== null && answer.isDenied))
      throw new ProviderError('oauth_invalid_request')
    return { redirectUri: authorizationResponseUrl(context, project, back, { error: code, description }), code: null }
  }
}

interface Decision {
  presented: PresentedRequest
  shown: ConsentPrompt | null
  request: AuthorizeRequest
  caller: Caller | null
  /** The scope parameter of the answer. */
  requestedScope: string
  answer: Answer
  code: string
}

async function decide(context: ProviderContext, source: Requester, decision: Decision): Promise<void> {
  const { presented, shown, request, caller, answer, code } = decision
  const { project, requestId } = source
  const { client, prompts } = request
  const now = context.clock.now()
  if (caller === null) {
    if (prompts.has('none')) throw new OAuthError('login_required', 'The user is not signed in.')
    throw new ProviderError('user_unauthenticated')
  }
  const { session, account } = caller
  refuseImpersonated(session)
  if (caller.usesReplacedToken && prompts.has('none'))
    throw new OAuthError('login_required', 'The user must sign in again.')
  refuseReplacedToken(caller)
  if (!meetsSignInRequirements(request, session)) throw new OAuthError('login_required', 'The user must sign in again.')
  const subject = subjectOfCaller(project, caller)
  if (!mayAuthorize(subject, client))
    throw new OAuthError('access_denied', 'The organization does not allow this application.')
  const judged = judgeScopes(project, client, granterOf(project, subject), request.scopes)
  // Also if the application, the policy or the roles of the user changed since: the user has not seen that.
  if (shown === null || shown.digest !== consentPromptDigest(project, request, judged.grantable))
    throw new ProviderError('oauth_request_expired')
  const requested = new Set(decision.requestedScope.split(' '))
  const grantable = judged.grantable.filter((scope) => requested.has(scope))
  const grant = newGrant(context, project, { request, caller, scopes: grantable, now })
  const refusal = await context.storage.transaction(async (tx): Promise<OAuthError | null> => {
    // Each request has one answer, and an ended session cannot answer.
    if (!(await consumeConsentPrompt(tx, project, shown, now, requestId)))
      throw new ProviderError('oauth_request_expired')
    if (presented.stored && !(await consumeStoredRequest(tx, project, presented.stored, now, requestId)))
      throw new ProviderError('oauth_request_expired')
    if (!(await tx.sessions.touch(project.id, session.id, { lastAccessedAt: now }, now)))
      throw new ProviderError('user_unauthenticated')
    // The row lock is held until the commit: a concurrent revocation of the consent waits and then revokes this grant too.
    const before = await tx.connectedApps.getForUpdate(project.id, account.id, client.id)
    const isRequired = isConsentRequired(project, request, before?.scopes ?? [], grantable)
    // Consent counts only if the page was meant to ask for it.
    const given = { ...answer, isGranted: answer.isGranted && shown.isRequired }
    const refused = findRefusal(request, given, { isRequired, isEmpty: grantable.length === 0 })
    if (refused) return refused
    const { clientType } = grant
    if (isStoredForLong(client, grant.record, before)) countChange(context, source, account)
    if (!before || !isUnchanged(before, client, clientType, grantable))
      await tx.connectedApps.grant({
        ...{ projectId: project.id, accountId: account.id, id: client.id, createdAt: now, updatedAt: now },
        ...{ name: client.name, description: client.description, logoUrl: client.logoUrl, clientType },
        scopes: [...new Set([...(before?.scopes ?? []), ...grantable])],
      })
    await markUsed(tx, client, now)
    await tx.oauthGrants.insert(grant.record)
    await tx.oneTime.insert(newCode(realmOf(account), grant.record, request, code, now))
    await audit(tx, context, source, {
      ...{ event: 'oauth_authorize', result: 'ok', accountId: account.id, targetId: client.id },
    })
    return null
  })
  if (refusal) throw refusal
}

/** A dynamically registered client application that a user has authorized is not pruned: `updatedAt` records the use. */
async function markUsed(tx: StorageVerbs, client: OAuthClientRecord, now: number): Promise<void> {
  if (client.source !== 'registration' || client.updatedAt !== client.createdAt) return
  const held = await tx.oauthClients.getForUpdate(client.projectId, client.id)
  if (held === null) throw new ProviderError('oauth_client_not_found')
  await tx.oauthClients.set({ ...held, updatedAt: Math.max(now, held.createdAt + 1) })
}

/**
 * A consent to a client application that anyone can register, or a grant that its user can redeem without a secret of
 * the operator, and that stays for weeks. A caller could create any number of both.
 */
function isStoredForLong(
  client: OAuthClientRecord,
  grant: OAuthGrantRecord,
  before: ConnectedAppRecord | null,
): boolean {
  const isFirstConsent = before === null && !isProvenClient(client)
  return isFirstConsent || (!isOperatorClient(client) && isLongLived(client, grant))
}

/** A repeated sign-in does not write the connected app again. */
function isUnchanged(
  app: ConnectedAppRecord,
  { name, description, logoUrl }: OAuthClientRecord,
  clientType: string,
  scopes: readonly string[],
): boolean {
  const isSame = app.name === name && app.description === description && app.logoUrl === logoUrl
  return isSame && app.clientType === clientType && scopes.every((scope) => app.scopes.includes(scope))
}

function findRefusal(
  { prompts }: AuthorizeRequest,
  { isGranted, isDenied }: Answer,
  { isRequired, isEmpty }: { isRequired: boolean; isEmpty: boolean },
): OAuthError | null {
  if (isDenied) return new OAuthError('access_denied', 'The user denied the request.')
  if (isEmpty) return new OAuthError('invalid_scope', 'The user cannot grant any of the requested scopes.')
  if (!isRequired || isGranted) return null
  return prompts.has('none')
    ? new OAuthError('consent_required', 'The user has not consented yet.')
    : new OAuthError('access_denied', 'The user did not consent.')
}

function newGrant(
  { random }: Pick<ProviderContext, 'random'>,
  project: ProjectRecord,
  given: { request: AuthorizeRequest; caller: Caller; scopes: string[]; now: number },
): { record: OAuthGrantRecord; clientType: string } {
  const { request, caller, scopes, now } = given
  const { client } = request
  const record: OAuthGrantRecord = {
    projectId: project.id,
    id: randomId('oauth-grant', project.environment, random),
    clientId: client.id,
    accountId: caller.account.id,
    sessionId: caller.session.id,
    scopes,
    resources: request.resources,
    offline: scopes.includes('offline_access'),
    authTime: authenticatedAt(caller.session),
    ...authenticationContext(caller.session.factors),
    generation: 0,
    createdAt: now,
    // The lifetime of the code; redeeming the code extends it.
    expiresAt: now + codeLifetimeMs,
    revokedAt: null,
  }
  return { record, clientType: clientTypeOf(client) }
}

function newCode(
  realm: Realm,
  grant: OAuthGrantRecord,
  { redirectUri, nonce, codeChallenge }: AuthorizeRequest,
  code: string,
  now: number,
): OneTimeRecord {
  return {
    ...realm,
    id: grant.id.replace('oauth-grant', 'oauth-code'),
    purpose: 'oauth_code',
    tokenHash: sha256Hex(code),
    codeMac: null,
    identifier: `oauth_grant:${grant.id}`,
    accountId: grant.accountId,
    sessionId: grant.sessionId,
    codeChallenge,
    mismatches: 0,
    attempts: 0,
    payload: { grantId: grant.id, clientId: grant.clientId, redirectUri, nonce },
    createdAt: now,
    expiresAt: now + codeLifetimeMs,
    usedAt: null,
    usedBy: null,
    voidedAt: null,
  }
}
