import { b2bOAuthProviders } from '@latchkey/contract'
import type {
  B2bOAuthAuthenticateRequest,
  B2bOAuthAuthenticateResponse,
  B2bOAuthDiscoveryAuthenticateRequest,
  DiscoveryResponse,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { emailOf } from '../../organizations/members/member-state.ts'
import {
  type ConcludedSignIn,
  concludeSignIn,
  findContinued,
  type MemberSignIn,
  newSignInTokens,
} from '../../organizations/sign-in/conclude-sign-in.ts'
import { findMemberOfIdentity, identityFactor } from '../../organizations/sign-in/member-identity.ts'
import { concludedAnswer } from '../../organizations/sign-in/member-response.ts'
import { discoveryAnswer, startDiscovery } from '../../organizations/sign-in/start-discovery.ts'
import { startWithoutAddress } from '../../organizations/sign-in/start-without-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { ProvenOAuthIdentity } from '../../sessions/proven-identity.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { dead, type RedeemedFlow, redeemFlow } from './redeem-flow.ts'
import { identityKey } from './sign-in-token.ts'

/** Redeems the result of a sign-in to one organization. */
export async function authenticateMemberOAuth(
  context: ProviderContext,
  call: Call<B2bOAuthAuthenticateRequest>,
): Promise<DataOf<B2bOAuthAuthenticateResponse>> {
  const { body } = call
  const caller = await call.session()
  const continued = await findContinued(context, call)
  const tokens = newSignInTokens(context.random)
  const { flow, result } = await redeemFlow(
    context,
    call,
    { token: body.oauth_token, verifier: body.pkce_code_verifier, purposes: ['oauth_login', 'oauth_signup'] },
    (tx, redeemed) => signIn(tx, context, call, redeemed, { caller, continued, tokens }),
  )
  return { ...(await concludedAnswer(context, call, result)), provider_values: flow.values }
}

/** Redeems the result of a sign-in without an organization. */
export async function authenticateDiscoveryOAuth(
  context: ProviderContext,
  call: Call<B2bOAuthDiscoveryAuthenticateRequest>,
): Promise<DataOf<DiscoveryResponse>> {
  const { body } = call
  const token = newLinkToken(context.random)
  const { result } = await redeemFlow(
    context,
    call,
    { token: body.discovery_oauth_token, verifier: body.pkce_code_verifier, purposes: ['oauth_discovery'] },
    (tx, redeemed) => {
      const identity = provenIdentity(redeemed)
      const { address } = identity
      return startDiscovery(tx, context, call, {
        address: address ?? '',
        // Without a verified address it is no proof of one, and finds no organization.
        factors: address === null ? [] : [identityFactor(identity, context.clock.now())],
        ...{ identity, event: 'oauth_authenticate', targetId: redeemed.row.id, token },
      })
    },
  )
  return discoveryAnswer(context, call, result, token)
}

/** The identity is looked up first: its address may have changed at the provider, or belong to another member by now. */
async function signIn(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<B2bOAuthAuthenticateRequest>,
  redeemed: RedeemedFlow,
  request: Pick<MemberSignIn, 'caller' | 'continued' | 'tokens'>,
): Promise<ConcludedSignIn> {
  const { row } = redeemed
  const { project, body } = call
  if (row.organizationId === null) throw new ProviderError(dead)
  const organization = await findOrganization(tx, project.id, row.organizationId)
  const identity = provenIdentity(redeemed)
  const known = await findMemberOfIdentity(tx, organizationRealm(organization), identity)
  if (known?.status === 'deleted') throw new ProviderError('operation_restricted_by_organization_auth_methods')
  const address = known === null ? identity.address : (emailOf(known)?.uniqueKey ?? '')
  const done = { event: 'oauth_authenticate', targetId: row.id } as const
  if (address === null)
    return startWithoutAddress(tx, context, call, { organization, identity, tokens: request.tokens, ...done })
  return concludeSignIn(tx, context, call, {
    ...{ organization, address, identity, knownBy: address === identity.address ? 'address_proof' : 'account' },
    factors: [identityFactor(identity, context.clock.now())],
    secret: { accountId: row.accountId, issuedAt: row.createdAt, dead },
    notAllowed: 'operation_restricted_by_organization_auth_methods',
    ...{ ...done, durationMinutes: body.session_duration_minutes },
    ...request,
  })
}

function provenIdentity({ row, flow }: RedeemedFlow): ProvenOAuthIdentity {
  const { issuer, identity, tenants } = flow
  const provider = b2bOAuthProviders.find((one) => one === flow.provider)
  if (provider === undefined) throw new ProviderError(dead)
  const { subject, email, emailVerified, pictureUrl, locale } = identity
  return {
    ...{ kind: 'oauth', provider, key: identityKey(issuer, subject), subject, tenants, pictureUrl, locale },
    address: emailVerified && email !== null ? canonicalEmail(email) : null,
    isFromOneBrowser: row.codeChallenge !== null,
  }
}
