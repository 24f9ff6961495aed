import type {
  MemberPendingResponse,
  MemberResponse,
  MemberSessionResponse,
  MemberSignInResponse,
  MfaRequired,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { Admission } from '../../sessions/admission-type.ts'
import { memberSessionView } from '../../sessions/member-session-view.ts'
import { signSession } from '../../sessions/session-answer.ts'
import type { ProjectRecord, SessionRecord } from '../../storage/records.ts'
import type { MemberState } from '../members/member-state.ts'
import { memberView } from '../members/member-view.ts'
import { organizationView } from '../organization-view.ts'
import type { ConcludedSignIn } from './conclude-sign-in.ts'
import { sendDueCode } from './send-member-code.ts'

type AnswerContext = Pick<ProviderContext, 'signingKeys' | 'clock' | 'baseUrl' | 'metrics'>

/** The response of a call that changes a member. */
export function memberAnswer(state: MemberState): DataOf<MemberResponse> {
  return {
    member_id: state.member.id,
    member: memberView(state),
    organization: organizationView(state.organization),
  }
}

/** The response of every call that starts or continues a member session. */
export async function memberSessionAnswer(
  context: Pick<AnswerContext, 'signingKeys' | 'clock' | 'baseUrl'>,
  project: ProjectRecord,
  state: MemberState,
  found: { session: SessionRecord; token: string; jwtUntil?: number | undefined },
): Promise<DataOf<MemberSessionResponse>> {
  const roleIds = state.roles.map(({ roleId }) => roleId)
  const view = memberSessionView(found.session, state.organization, roleIds)
  return {
    ...memberAnswer(state),
    member_session: view,
    session_token: found.token,
    session_jwt: await signSession(context, project, view, found),
    member_authenticated: true,
    intermediate_session_token: '',
    mfa_required: null,
    primary_required: null,
  }
}

/** The response of a sign-in, after the commit. */
export async function concludedAnswer(
  context: ProviderContext,
  call: Call<unknown>,
  concluded: ConcludedSignIn,
): Promise<DataOf<MemberSignInResponse>> {
  if (concluded.kind === 'session') return admittedAnswer(context, call.project, concluded)
  const answer = pendingAnswer(concluded)
  if (answer.mfa_required === null) return answer
  const secondary_auth_initiated = await sendDueCode(context, call, concluded)
  return { ...answer, mfa_required: { ...answer.mfa_required, secondary_auth_initiated } }
}

/** The same for a sign-in that always has a session. */
export async function admittedAnswer(
  context: AnswerContext,
  project: ProjectRecord,
  { state, issued }: Extract<ConcludedSignIn, { kind: 'session' }>,
): Promise<DataOf<MemberSessionResponse>> {
  context.metrics.sessionIssued(issued.kind)
  return memberSessionAnswer(context, project, state, issued)
}

function pendingAnswer(concluded: Extract<ConcludedSignIn, { kind: 'pending' }>): DataOf<MemberPendingResponse> {
  const { state, organization, admission, intermediateToken } = concluded
  return {
    member_id: state?.member.id ?? '',
    member: state && memberView(state),
    organization: organizationView(organization),
    session_token: '',
    session_jwt: '',
    member_session: null,
    member_authenticated: false,
    intermediate_session_token: intermediateToken,
    ...missingFactors(admission, state),
  }
}

/** What an organization still requires; the list of organizations shows it too. */
export function missingFactors(
  admission: Exclude<Admission, { kind: 'admitted' }>,
  state: MemberState | null,
): Pick<MemberPendingResponse, 'mfa_required' | 'primary_required'> {
  if (admission.kind === 'primary_required')
    return { mfa_required: null, primary_required: { allowed_auth_methods: [...admission.allowed] } }
  return { mfa_required: mfaRequired(admission, state), primary_required: null }
}

function mfaRequired(
  { options }: Extract<Admission, { kind: 'mfa_required' }>,
  state: MemberState | null,
): MfaRequired {
  const { mfa_phone_number = '' } = state === null ? {} : memberView(state)
  const hasPhone = mfa_phone_number !== '' && options.enrolled.includes('sms_otp')
  return { member_options: hasPhone ? { mfa_phone_number } : null, secondary_auth_initiated: null }
}
