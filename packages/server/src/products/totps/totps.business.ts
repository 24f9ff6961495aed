import type {
  B2bTotpAuthenticateRequest,
  B2bTotpCreateRequest,
  B2bTotpCreateResponse,
  MemberSessionResponse,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { memberState } from '../../organizations/members/member-state.ts'
import {
  concludeSecondFactor,
  lockSecondFactorMember,
  requireEnrollmentChoice,
} from '../../organizations/sign-in/conclude-second-factor.ts'
import { newSignInTokens } from '../../organizations/sign-in/conclude-sign-in.ts'
import { admittedAnswer, memberAnswer } from '../../organizations/sign-in/member-response.ts'
import { requireSecondFactorCaller } from '../../organizations/sign-in/second-factor-caller.ts'
import { requireMethod } from '../../projects/require-method.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { requireRecentSignIn } from '../../sessions/step-up.ts'
import { attemptCode, codeTrial } from './totps.authenticate.ts'
import { enrollTotp } from './totps.service.ts'

const enrollmentMinutes = 30

export async function createMemberTotp(
  context: ProviderContext,
  call: Call<B2bTotpCreateRequest>,
): Promise<DataOf<B2bTotpCreateResponse>> {
  const { project, body } = call
  requireMethod(project, 'totps')
  const { state, caller, mayEnroll } = await requireSecondFactorCaller(context, call, 'totp')
  if (caller) requireRecentSignIn(project, caller, context.clock.now())
  if (!mayEnroll) throw new ProviderError('step_up_required')
  const { account, ...enrollment } = await enrollTotp(context, call, {
    owner: state.member.account,
    // A person can have an authenticator app in several organizations, with the same email address.
    issuer: `${project.name} (${state.organization.name})`,
    minutes: body.expiration_minutes ?? enrollmentMinutes,
  })
  const after = memberState(project, state.organization, { ...state.member, account })
  return { ...enrollment, ...memberAnswer(after) }
}

export async function authenticateMemberTotp(
  context: ProviderContext,
  call: Call<B2bTotpAuthenticateRequest>,
): Promise<DataOf<MemberSessionResponse>> {
  const { project, body } = call
  requireMethod(project, 'totps')
  const from = await requireSecondFactorCaller(context, call, 'totp')
  const choice = {
    enrollment: body.set_mfa_enrollment,
    defaultMethod: body.set_default_mfa === true ? ('totp' as const) : undefined,
  }
  requireEnrollmentChoice(from, choice)
  const { account } = from.state.member
  const trial = await codeTrial(context, account, body.code, { verifiedOnly: !from.mayEnroll })
  const tokens = newSignInTokens(context.random)
  const { result } = await attemptCode(context, call, account, trial, async (tx, { totp, factor }, spend) => {
    const locked = await lockSecondFactorMember(tx, from)
    if (!(await spend())) return null
    const isFirst = await tx.accounts.verifyRegistration(project.id, totp.id, context.clock.now())
    return concludeSecondFactor(tx, context, call, {
      ...{ ...choice, from, locked, factor, tokens, event: trial.event },
      added: isFirst ? { id: totp.id, kind: 'totp' } : null,
      ...{ secret: null, targetId: totp.id, durationMinutes: body.session_duration_minutes },
    })
  })
  return admittedAnswer(context, project, result)
}
