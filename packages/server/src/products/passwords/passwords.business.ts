import type {
  B2bPasswordsAuthenticateRequest,
  B2bPasswordsEmailResetRequest,
  B2bPasswordsEmailResetStartRequest,
  B2bPasswordsExistingPasswordResetRequest,
  B2bPasswordsSessionResetRequest,
  B2bPasswordsStrengthCheckRequest,
  B2bPasswordsStrengthCheckResponse,
  MemberSessionResponse,
  MemberSignInResponse,
} from '@latchkey/contract/b2b'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { emailIdentifier, parseIdentifier } from '../../identifiers/identifier.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import { emailOf, memberState } from '../../organizations/members/member-state.ts'
import { newFactor } from '../../organizations/prove-factor.ts'
import {
  type ConcludedSignIn,
  concludeSignIn,
  findContinued,
  type MemberSignIn,
  newSignInTokens,
} from '../../organizations/sign-in/conclude-sign-in.ts'
import { concludedAnswer, memberSessionAnswer } from '../../organizations/sign-in/member-response.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { findRecipient } from '../../sending/recipient.ts'
import { reachFactor } from '../../sessions/factors.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { OrganizationRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { sharesPasswords, storeInOtherOrganizations } from './cross-organization.ts'
import { endEarlierAccess, storePassword } from './new-password.ts'
import { enterPassword } from './passwords.authenticate.ts'
import { replacePassword, setPassword } from './passwords.change.ts'
import { redeemReset } from './passwords.reset.ts'
import { sendReset } from './passwords.reset-start.ts'
import { checkStrength } from './passwords.strength.ts'

const notAllowed = 'operation_restricted_by_organization_auth_methods'
const dead = 'unable_to_auth_magic_link'

/** What a password proves: the account, and not its address. */
type PasswordSignIn = Omit<MemberSignIn, 'knownBy' | 'secret' | 'notAllowed'>

const byPassword = (signIn: PasswordSignIn): MemberSignIn => ({
  ...signIn,
  ...{ knownBy: 'account', secret: null, notAllowed },
})

export async function authenticateMember(
  context: ProviderContext,
  call: Call<B2bPasswordsAuthenticateRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { project, body } = call
  const organization = await findOrganization(context.storage, project.id, body.organization_id)
  const address = emailIdentifier(body.email_address).key
  const continued = await findContinued(context, call)
  const { result } = await enterPassword(context, call, {
    ...{ realm: organizationRealm(organization), email: address, password: body.password },
    async prepare() {
      const caller = await call.session()
      const tokens = newSignInTokens(context.random)
      return async (tx, { stored }) =>
        concludeSignIn(
          tx,
          context,
          call,
          byPassword({
            organization: await findOrganization(tx, project.id, organization.id),
            ...{ address, factors: [newFactor('password', 'knowledge', context.clock.now())] },
            ...{ event: 'password_authenticate', targetId: stored.id },
            ...{ durationMinutes: body.session_duration_minutes, caller, continued, tokens },
          }),
        )
    },
  })
  return concludedAnswer(context, call, result)
}

/** The same response for every address: only members get a mail. */
export async function startMemberReset(
  context: ProviderContext,
  call: Call<B2bPasswordsEmailResetStartRequest>,
): Promise<object> {
  const { project, body } = call
  const organization = await findOrganization(context.storage, project.id, body.organization_id)
  const realm = organizationRealm(organization)
  return sendReset(context, call, {
    email: body.email_address,
    login: {
      ...{ type: 'multi_tenant_magic_links', purpose: 'password_reset_login' },
      ...{ redirect: 'login', url: body.login_redirect_url },
    },
    async findRecipient(identifier) {
      const recipient = await findRecipient(context, call, identifier, 'primary', realm)
      const member = await context.storage.members.findByEmail(realm, identifier.key)
      const isMember = member !== null && member.status !== 'deleted'
      return { recipient: { ...recipient, refusal: null, decoy: !isMember }, create: false }
    },
  })
}

export async function resetMember(
  context: ProviderContext,
  call: Call<B2bPasswordsEmailResetRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { random, clock } = context
  const { project, body } = call
  const continued = await findContinued(context, call)
  const caller = await call.session()
  const tokens = newSignInTokens(random)
  const { result } = await redeemReset(
    context,
    call,
    {
      ...{ token: body.password_reset_token, verifier: body.code_verifier },
      ...{ password: body.password, purpose: 'password_reset' },
    },
    async (tx, { row, hash }) => {
      // A reset without an organization is finished by discovery.
      if (row.organizationId === null) throw new ProviderError(dead)
      const organization = await findOrganization(tx, project.id, row.organizationId)
      const address = parseIdentifier(row.identifier).key
      const member = await tx.members.findByEmail(organizationRealm(organization), address)
      const email = member === null ? undefined : emailOf(member)
      if (email === undefined) throw new ProviderError(dead)
      const now = clock.now()
      const concluded = await concludeSignIn(tx, context, call, {
        ...{ organization, address, knownBy: 'address_proof', notAllowed },
        factors: [reachFactor('magic_link', 'email', email, now), newFactor('password', 'knowledge', now)],
        secret: { accountId: row.accountId, issuedAt: row.createdAt, dead },
        ...{ event: 'password_reset', targetId: row.id, payload: row.payload },
        ...{ durationMinutes: body.session_duration_minutes, caller, continued, tokens },
      })
      const account = concluded.state?.member.account
      if (account) {
        await storePassword(tx, { project, account, hash, now, random })
        if (sharesPasswords(project)) await storeInOtherOrganizations(tx, context, call, { address, hash, account })
      }
      return afterChange(tx, context, call, organization, concluded)
    },
  )
  return concludedAnswer(context, call, result)
}

export async function changeMemberPassword(
  context: ProviderContext,
  call: Call<B2bPasswordsExistingPasswordResetRequest>,
): Promise<DataOf<MemberSignInResponse>> {
  const { project, body } = call
  const { id } = await findOrganization(context.storage, project.id, body.organization_id)
  const address = emailIdentifier(body.email_address).key
  const tokens = newSignInTokens(context.random)
  const concluded = await replacePassword(context, call, {
    realm: organizationRealm({ projectId: project.id, id }),
    ...{ email: address, existing: body.existing_password, next: body.new_password },
    start: (caller) => async (tx, changed) => {
      const organization = await findOrganization(tx, project.id, id)
      const signedIn = await concludeSignIn(
        tx,
        context,
        call,
        byPassword({
          ...{ organization, address, factors: [newFactor('password', 'knowledge', context.clock.now())] },
          ...{ event: 'password_change', targetId: changed.registrationId },
          ...{ durationMinutes: body.session_duration_minutes, caller, continued: null, tokens },
        }),
      )
      return afterChange(tx, context, call, organization, signedIn)
    },
  })
  return concludedAnswer(context, call, concluded)
}

/** Sets the password of the signed-in member. */
export async function setMemberPassword(
  context: ProviderContext,
  call: Call<B2bPasswordsSessionResetRequest>,
): Promise<DataOf<MemberSessionResponse>> {
  const { project, body } = call
  const tokens = newSignInTokens(context.random)
  const concluded = await setPassword(context, call, body.password, (caller) => async (tx, changed) => {
    const { account, registrationId, change } = changed
    const organization = await findOrganization(tx, project.id, account.organizationId ?? '')
    const address = emailOf({ account })?.uniqueKey ?? ''
    const signedIn = await concludeSignIn(
      tx,
      context,
      call,
      byPassword({
        ...{ organization, address, event: 'password_change', targetId: registrationId },
        factors: [...caller.session.factors, newFactor('password', 'knowledge', context.clock.now())],
        ...{ durationMinutes: null, caller, continued: null, continuesOnly: true, tokens },
      }),
    )
    // The organization requires more by now than the session has proven.
    if (signedIn.kind === 'pending') throw new ProviderError(notAllowed)
    const added = { event: 'factor_add', result: 'ok', accountId: account.id, targetId: registrationId } as const
    if (change === 'factor') await audit(tx, context, call, added)
    return afterChange(tx, context, call, organization, signedIn)
  })
  return memberSessionAnswer(context, project, concluded.state, concluded.issued)
}

export async function checkMemberStrength(
  context: ProviderContext,
  call: Call<B2bPasswordsStrengthCheckRequest>,
): Promise<DataOf<B2bPasswordsStrengthCheckResponse>> {
  const { email_address: email, password } = call.body
  const body = { password, ...(email === undefined ? {} : { email }) }
  const { feedback, ...verdict } = await checkStrength(context, { ...call, body })
  const { luds_requirements, ...zxcvbn_feedback } = feedback
  return { ...verdict, zxcvbn_feedback, luds_feedback: luds_requirements }
}

/** Ends the other sessions of the member, whose view shows the new password. */
async function afterChange<Concluded extends ConcludedSignIn>(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  organization: OrganizationRecord,
  concluded: Concluded,
): Promise<Concluded> {
  if (concluded.state === null) return concluded
  const session = concluded.kind === 'session' ? concluded.issued.session : null
  await endEarlierAccess(tx, context, call, { account: concluded.state.member.account, session })
  const member = await tx.members.get(organizationRealm(organization), concluded.state.member.account.id)
  return member === null ? concluded : { ...concluded, state: memberState(call.project, organization, member) }
}
