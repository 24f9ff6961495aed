import type { MagicLinksEmailRequest, Ok } from '@latchkey/contract'
import type {
  B2bMagicLinksAuthenticateRequest,
  B2bMagicLinksAuthenticateResponse,
  B2bMagicLinksEmailLoginOrSignupRequest,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import { type Call, type DataOf, withBody } from '../../core/route.ts'
import { parseIdentifier } from '../../identifiers/identifier.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { finishEmailUpdate } from '../../organizations/members/email-update.ts'
import { concludeSignIn, findContinued, newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { findMemberRecipient } from '../../organizations/sign-in/member-recipient.ts'
import { concludedAnswer } from '../../organizations/sign-in/member-response.ts'
import { addressFactor } from '../../organizations/sign-in/start-discovery.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { redeemLink } from './magic-links.authenticate.ts'
import { sendLink } from './magic-links.send.ts'
import { redeemable } from './redeemable.ts'

const dead = 'unable_to_auth_magic_link'

/** Sends a link that signs in to one organization. */
export async function sendMemberLink(
  context: ProviderContext,
  call: Call<B2bMagicLinksEmailLoginOrSignupRequest>,
): Promise<DataOf<Ok>> {
  const { project, body } = call
  const { email_address, organization_id, login_redirect_url, signup_redirect_url, pkce_code_challenge, ...rest } = body
  const organization = await findOrganization(context.storage, project.id, organization_id)
  const request: MagicLinksEmailRequest = {
    ...rest,
    email: email_address,
    ...(login_redirect_url === undefined ? {} : { login_magic_link_url: login_redirect_url }),
    ...(signup_redirect_url === undefined ? {} : { signup_magic_link_url: signup_redirect_url }),
    ...(pkce_code_challenge === undefined ? {} : { code_challenge: pkce_code_challenge }),
  }
  return sendLink(context, withBody(call, request), {
    ...{ mode: 'login_or_create', linkType: 'multi_tenant_magic_links' },
    findRecipient: (identifier) => findMemberRecipient(context, call, identifier, organization),
  })
}

/** Redeems a link of one organization: a sign-in, an invitation, or the sign-in link of a password reset. */
export async function authenticateMemberLink(
  context: ProviderContext,
  call: Call<B2bMagicLinksAuthenticateRequest>,
): Promise<DataOf<B2bMagicLinksAuthenticateResponse>> {
  const { project, body } = call
  const purposes = redeemable(project.settings)
  const caller = await call.session()
  const continued = await findContinued(context, call)
  const tokens = newSignInTokens(context.random)
  const { row, result } = await redeemLink(
    context,
    call,
    {
      token: body.magic_links_token,
      verifier: body.pkce_code_verifier,
      purposes: purposes.length === 0 ? [] : [...purposes, 'magic_link_invite', 'magic_link_email_update'],
    },
    async (tx, row) => {
      if (row.organizationId === null) throw new ProviderError(dead)
      const { key: address } = parseIdentifier(row.identifier)
      const organization = await findOrganization(tx, project.id, row.organizationId)
      const isUpdate = row.purpose === 'magic_link_email_update'
      if (isUpdate) await finishEmailUpdate(tx, context, call, organization, row)
      return concludeSignIn(tx, context, call, {
        ...{ organization, address, knownBy: 'address_proof', payload: row.payload },
        factors: [addressFactor('magic_link', address, context.clock.now())],
        // The change has ended all secrets of the member, this link among them.
        secret: isUpdate ? null : { accountId: row.accountId, issuedAt: row.createdAt, dead },
        notAllowed: 'operation_restricted_by_organization_auth_methods',
        ...{ event: 'magic_link_authenticate', targetId: row.id, durationMinutes: body.session_duration_minutes },
        ...{ caller, continued, tokens },
      })
    },
  )
  context.metrics.oneTime(row.purpose, 'redeemed')
  return { ...(await concludedAnswer(context, call, result)), method_id: row.id }
}
