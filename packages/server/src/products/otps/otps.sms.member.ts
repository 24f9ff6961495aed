import type { Ok } from '@latchkey/contract'
import type {
  B2bOtpsSmsAuthenticateRequest,
  B2bOtpsSmsSendRequest,
  MemberSessionResponse,
} from '@latchkey/contract/b2b'
import { ownedSince } from '../../accounts/claims.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { identifierText, phoneIdentifier } from '../../identifiers/identifier.ts'
import { ownSubject } from '../../limits/known-networks.ts'
import { changePhone, lockPresentMember } from '../../organizations/members/change-member.ts'
import {
  concludeSecondFactor,
  lockSecondFactorMember,
  requireEnrollmentChoice,
} from '../../organizations/sign-in/conclude-second-factor.ts'
import { newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { admittedAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireSecondFactorCaller, type SecondFactorCaller } from '../../organizations/sign-in/second-factor-caller.ts'
import { sendMemberCode } from '../../organizations/sign-in/send-member-code.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { channels } from '../../sending/passcode-channels.ts'
import { reachFactor } from '../../sessions/factors.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { AccountRecord, RegistrationRecord } from '../../storage/records.ts'
import { secondFactorSubject } from '../../tokens/count-attempt.ts'
import { enterPasscode } from './otps.authenticate.ts'

const { purpose, setting } = channels.sms
const wrongCode = 'otp_code_not_found'

/** Sends a code to the number of the member, or to a new one that is enrolled. */
export async function sendSecondFactorCode(
  context: ProviderContext,
  call: Call<B2bOtpsSmsSendRequest>,
): Promise<DataOf<Ok>> {
  const { project } = call
  requireMethod(project, setting)
  const from = await requireSecondFactorCaller(context, call, 'sms_otp')
  const proven = phoneOf(from.state.member.account)
  if (proven?.verified === true) {
    await sendMemberCode(context, call, from.state, proven)
    return {}
  }
  if (from.caller) requireRecentSignIn(project, from.caller, context.clock.now())
  if (!from.mayEnroll) throw new ProviderError('step_up_required')
  await sendMemberCode(context, call, from.state, await phoneToProve(context, call, from))
  return {}
}

export async function authenticateSecondFactorCode(
  context: ProviderContext,
  call: Call<B2bOtpsSmsAuthenticateRequest>,
): Promise<DataOf<MemberSessionResponse>> {
  const { storage, clock } = context
  const { project, body, client } = call
  const from = await requireSecondFactorCaller(context, call, 'sms_otp')
  const { account } = from.state.member
  const phone = phoneOf(account)
  if (phone === undefined) throw new ProviderError('member_phone_number_not_found')
  if (!phone.verified && !from.mayEnroll) throw new ProviderError('step_up_required')
  const choice = { enrollment: body.set_mfa_enrollment }
  requireEnrollmentChoice(from, choice)
  const { row, result } = await enterPasscode(context, call, {
    code: body.code,
    async findSent() {
      const realm = organizationRealm(from.state.organization)
      const [sent] = await storage.oneTime.listLive(realm, textOf(phone), [purpose], { now: clock.now(), limit: 1 })
      return sent?.accountId === account.id ? sent : null
    },
    // The count of all second factors: none of them gives further guesses at another one.
    async findSubjects() {
      const network = { projectId: project.id, accountId: account.id, prefix: client.prefix, now: clock.now() }
      const own = await ownSubject(storage, { ...network, since: ownedSince(account) })
      return { subjects: [secondFactorSubject(account.id), own], owner: null }
    },
    async prepare() {
      const tokens = newSignInTokens(context.random)
      return async (tx, sent) => {
        const locked = await lockSecondFactorMember(tx, from)
        const current = phoneOf(locked.before.account)
        // The number was changed since the code was sent.
        if (current === undefined || textOf(current) !== sent.identifier) throw new ProviderError(wrongCode)
        const isFirst = await tx.accounts.verifyRegistration(project.id, current.id, clock.now())
        return concludeSecondFactor(tx, context, call, {
          ...{ ...choice, from, locked, tokens, event: 'otp_authenticate', targetId: sent.id, payload: sent.payload },
          factor: reachFactor('otp', 'sms', current, clock.now()),
          added: isFirst ? current : null,
          secret: { accountId: sent.accountId, issuedAt: sent.createdAt, dead: wrongCode },
          durationMinutes: body.session_duration_minutes,
        })
      }
    },
  })
  context.metrics.oneTime(row.purpose, 'redeemed')
  return admittedAnswer(context, project, result)
}

/** The number that the member has not proven yet. A given one replaces it. */
async function phoneToProve(
  context: ProviderContext,
  { project, body }: Call<B2bOtpsSmsSendRequest>,
  { state: { organization, member } }: SecondFactorCaller,
): Promise<RegistrationRecord> {
  const given = body.mfa_phone_number
  const identifier = given === undefined ? null : await phoneIdentifier(given, project.settings)
  const { account } = await context.storage.transaction(async (tx) => {
    const before = await lockPresentMember(tx, organization, member.id)
    if (phoneOf(before.account)?.verified === true) throw new ProviderError('step_up_required')
    await changePhone(tx, context, project, before, identifier)
    return lockPresentMember(tx, organization, member.id)
  })
  const phone = phoneOf(account)
  if (phone === undefined) throw new ProviderError('member_phone_number_not_found')
  return phone
}

function phoneOf({ registrations }: Pick<AccountRecord, 'registrations'>): RegistrationRecord | undefined {
  return registrations.find(({ kind }) => kind === 'phone_number')
}

function textOf({ uniqueKey }: RegistrationRecord): string {
  return identifierText({ kind: 'phone_number', key: uniqueKey })
}
