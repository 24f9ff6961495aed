import type { B2bSsoAuthenticateRequest, MemberSignInResponse } from '@latchkey/contract/b2b'
import { reject } from '../../audit/reject.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import {
  type ConcludedSignIn,
  concludeSignIn,
  findContinued,
  type MemberSignIn,
  newSignInTokens,
} from '../../organizations/sign-in/conclude-sign-in.ts'
import { connectionFactor } from '../../organizations/sign-in/connection-factor.ts'
import { type ConnectionMatch, matchConnection, ruleError } from '../../organizations/sign-in/match-connection.ts'
import { concludedAnswer } from '../../organizations/sign-in/member-response.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { redeemLandingToken } from '../../sessions/redeem-landing-token.ts'
import { recordAttempt } from '../../sso/attempts.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OneTimeRecord, OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { openFlowRow } from '../../tokens/flow-row.ts'
import { failed } from './failed-sign-in.ts'
import type { EndedSso, FailedSso } from './flow.ts'
import { provenIdentity } from './proven-identity.ts'

const dead = 'sso_token_not_found'

type Redeemed = { kind: 'failed'; failure: FailedSso } | { kind: 'concluded'; concluded: ConcludedSignIn }

/** Redeems the token of the landing page: a statement of the connection, or the reason why it is missing. */
export async function authenticateSso(
  context: ProviderContext,
  call: Call<B2bSsoAuthenticateRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { sso_token: token, pkce_code_verifier: verifier } = call.body
  const caller = await call.session()
  const continued = await findContinued(context, call)
  const tokens = newSignInTokens(context.random)
  const attempt: Attempt = { ended: null, organization: null, match: null }
  const landing = { token, verifier, purposes: ['sso_login', 'sso_failure'], event: 'sso_authenticate', dead } as const
  const { result } = await redeemLandingToken(context, call, landing, async (tx, row): Promise<Redeemed> => {
    if (row.purpose === 'sso_failure') return { kind: 'failed', failure: openFlowRow<FailedSso>(context.vault, row) }
    const concluded = await signIn(tx, context, call, row, attempt, { caller, continued, tokens })
    await logAttempt(tx, context, call, attempt, concluded)
    return { kind: 'concluded', concluded }
  }).catch(async (error: unknown) => {
    // Outside of the transaction, which was rolled back.
    if (error instanceof ProviderError) await logRejection(context, call, attempt, error)
    throw error
  })
  if (result.kind === 'concluded') return concludedAnswer(context, call, result.concluded)
  const { code, connectionId, attemptId } = result.failure
  const details = { code, connection_id: connectionId, attempt_id: attemptId }
  throw await reject(context, call, { event: 'sso_authenticate', error: new ProviderError(failed, { details }) })
}

/** What is known about the sign-in so far, for the log. */
interface Attempt {
  ended: EndedSso | null
  organization: OrganizationRecord | null
  match: ConnectionMatch | null
}

async function signIn(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<B2bSsoAuthenticateRequest>,
  row: OneTimeRecord,
  attempt: Attempt,
  request: Pick<MemberSignIn, 'caller' | 'continued' | 'tokens'>,
): Promise<ConcludedSignIn> {
  const { project, body } = call
  if (row.organizationId === null) throw new ProviderError(dead)
  const ended = openFlowRow<EndedSso>(context.vault, row)
  const organization = await findOrganization(tx, project.id, row.organizationId)
  const identity = provenIdentity(ended)
  Object.assign(attempt, { ended, organization })
  const match = await matchConnection(tx, context, call, { organization, identity })
  if ('rule' in match) throw ruleError(match.rule)
  attempt.match = match
  const concluded = await concludeSignIn(tx, context, call, {
    ...{ organization, address: match.address, identity, match, knownBy: 'connection' },
    factors: [connectionFactor(identity, context.clock.now())],
    secret: { accountId: row.accountId, issuedAt: row.createdAt, dead },
    notAllowed: 'operation_restricted_by_organization_auth_methods',
    ...{ event: 'sso_authenticate', targetId: row.id, durationMinutes: body.session_duration_minutes },
    ...request,
  })
  // The proof of an address that a connection states must not be left for another method.
  if (concluded.kind === 'pending' && concluded.admission.kind === 'primary_required')
    throw ruleError('primary_method_not_allowed')
  return concluded
}

async function logAttempt(
  tx: StorageVerbs,
  context: ProviderContext,
  { project }: Call<unknown>,
  { ended, organization, match }: Attempt,
  concluded: ConcludedSignIn,
): Promise<void> {
  if (ended === null || organization === null || match === null) return
  const { state } = concluded
  const reasons = concluded.kind === 'session' ? [] : [concluded.admission.kind]
  await recordAttempt(tx, context, {
    connection: { ...organizationRealm(organization), id: ended.connectionId },
    ...{ environment: project.environment, kind: 'sign_in' },
    result: concluded.kind === 'session' ? 'admitted' : 'pending',
    code: ended.checks.find(({ outcome }) => outcome === 'warning')?.code ?? null,
    details: {
      ...{ checks: ended.checks, match: match.step, memberId: state?.member.id ?? null, email: ended.address },
      roles: state?.roles.map(({ roleId }) => roleId) ?? [],
      reasons: [...match.reasons, ...reasons],
    },
  })
}

async function logRejection(
  { storage, ...context }: ProviderContext,
  { project }: Call<unknown>,
  { ended, organization, match }: Attempt,
  { type, details }: ProviderError,
): Promise<void> {
  if (ended === null || organization === null) return
  const rule = typeof details?.rule === 'string' ? details.rule : type
  await recordAttempt(storage, context, {
    connection: { ...organizationRealm(organization), id: ended.connectionId },
    ...{ environment: project.environment, kind: 'sign_in', result: 'rejected', code: rule },
    details: {
      ...{ checks: ended.checks, match: match?.step ?? null, memberId: match?.member?.id ?? null },
      ...{ email: ended.address, roles: [], reasons: [rule] },
    },
  })
}
