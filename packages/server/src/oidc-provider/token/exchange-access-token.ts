import type { AuthenticateResponse, SessionsExchangeAccessTokenRequest } from '@latchkey/contract'
import type { B2bSessionsExchangeAccessTokenRequest, MemberSessionResponse } from '@latchkey/contract/b2b'
import { lockAccountRow } from '../../accounts/lock-account.ts'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { auditLimit, LimitError } from '../../limits/take-limits.ts'
import { emailOf } from '../../organizations/members/member-state.ts'
import { factorAnswer, newFactor, type ProofResult, proveFactor } from '../../organizations/prove-factor.ts'
import { newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { admittedAnswer } from '../../organizations/sign-in/member-response.ts'
import { type AdmittedSignIn, signInByToken } from '../../organizations/sign-in/sign-in-by-token.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { IssuedSession, SpentSecret } from '../../sessions/issue-session.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { AccountRecord, OAuthGrantRecord, SessionRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { exchangeDelivery } from '../protocol/authentication-context.ts'
import { findSubject, mayAuthorize } from '../protocol/subject.ts'
import { readAccessToken } from './access-token.ts'

const event = 'access_token_exchange'

/** Starts a session for the user of an access token with the scope `full_access` and this provider as audience. */
export async function exchangeAccessToken(
  context: ProviderContext,
  call: Call<SessionsExchangeAccessTokenRequest>,
): Promise<DataOf<AuthenticateResponse>> {
  const caller = await call.session()
  const token = newSessionToken(context.random)
  const { issued } = await acceptAccessToken<{ issued: ProofResult }>(
    context,
    call,
    async (tx, { account, grant }) => ({
      issued: await proveFactor(tx, context, call, {
        ...{ account, event, caller, token, registrationId: grant.clientId, change: 'none', continuesOnly: false },
        ...{ secret: secretOf(grant), factor: factorOf(grant), durationMinutes: call.body.session_duration_minutes },
      }),
    }),
  )
  return factorAnswer(context, call, issued)
}

/**
 * The same for a member. The organization decides by what the session behind the token has proven, so that session must
 * not have ended.
 */
export async function exchangeMemberAccessToken(
  context: ProviderContext,
  call: Call<B2bSessionsExchangeAccessTokenRequest>,
): Promise<DataOf<MemberSessionResponse>> {
  const { project, body } = call
  const caller = await call.session()
  const tokens = newSignInTokens(context.random)
  const signedIn = await acceptAccessToken<AdmittedSignIn>(context, call, async (tx, { account, grant }) => {
    const subject = await findSubject(tx, project, account.id)
    const client = await tx.oauthClients.get(project.id, grant.clientId)
    const session = await findLiveSession(tx, grant, context.clock.now())
    if (!subject?.membership || client === null || session === null || !mayAuthorize(subject, client)) return null
    return signInByToken(tx, context, call, {
      ...{ organization: subject.membership.organization, memberId: account.id, knownBy: 'account' },
      ...{ address: emailOf({ account })?.uniqueKey ?? '', factors: [factorOf(grant)], carriedOver: session.factors },
      ...{ secret: secretOf(grant), event, targetId: grant.clientId },
      ...{ durationMinutes: body.session_duration_minutes, caller, tokens },
    })
  })
  return admittedAnswer(context, project, signedIn)
}

/** Runs the transaction that starts a session with an access token; null rejects the token. */
async function acceptAccessToken<T extends { readonly issued: IssuedSession }>(
  context: ProviderContext,
  call: Call<{ access_token: string }>,
  begin: (tx: StorageVerbs, found: { account: AccountRecord; grant: OAuthGrantRecord }) => Promise<T | null>,
): Promise<T> {
  const { storage, clock } = context
  const { project, body } = call
  const read = await readAccessToken(context, project, body.access_token)
  const accountId = read?.isForProject && read.scopes.includes('full_access') ? read.grant.accountId : null
  if (!read || accountId === null) throw await reject(context, call, { event, error: 'invalid_access_token' })
  const exchange = async (tx: StorageVerbs): Promise<T | null> => {
    const now = clock.now()
    // The row lock comes first: a concurrent revocation of all sessions waits and then ends this session too.
    const account = await lockAccountRow(tx, { projectId: project.id, id: accountId }, now)
    // `extend` returns null for a revoked grant: it must not start a session.
    const grant = await tx.oauthGrants.extend(project.id, read.grant.id, read.grant.expiresAt, now)
    if (account.disabledAt !== null || grant === null) return null
    const begun = await begin(tx, { account, grant })
    // A session started by the token ends with the grant; an existing session of the account does not.
    if (begun?.issued.kind === 'new') await tx.oauthGrants.linkSession(project.id, grant.id, begun.issued.session.id)
    return begun
  }
  const begun = await storage.transaction(exchange).catch(async (error: unknown) => {
    if (error instanceof LimitError) throw await auditLimit(storage, context, call, error)
    throw error instanceof ProviderError ? await reject(context, call, { event, error, accountId }) : error
  })
  if (begun === null) throw await reject(context, call, { event, error: 'invalid_access_token' })
  return begun
}

function secretOf({ accountId, createdAt }: OAuthGrantRecord): SpentSecret {
  return { accountId, issuedAt: createdAt, dead: 'invalid_access_token' }
}

function factorOf({ clientId, authTime, createdAt }: OAuthGrantRecord) {
  return {
    // The time of the sign-in behind the token: presenting the token proves nothing new.
    ...newFactor('oauth', exchangeDelivery, authTime ?? createdAt),
    oauth_access_token_exchange_factor: { client_id: clientId },
  }
}

async function findLiveSession(
  tx: Pick<StorageVerbs, 'sessions'>,
  { projectId, sessionId }: OAuthGrantRecord,
  now: number,
): Promise<SessionRecord | null> {
  const session = sessionId === null ? null : await tx.sessions.get(projectId, sessionId)
  return session === null || session.revokedAt !== null || session.expiresAt <= now ? null : session
}
