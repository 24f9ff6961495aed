import type {
  IdpOAuthAuthorizeStartRequest,
  IdpOAuthAuthorizeStartResponse,
  KnownErrorType,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
} from '@latchkey/contract'
import type {
  B2bIdpOAuthAuthorizeStartResponse,
  B2bOAuthAuthorizeStartResponse,
  MemberResponse,
} from '@latchkey/contract/b2b'
import { userView } from '../../accounts/user-view.ts'
import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import { clientView } from '../../oauth-clients/client-view.ts'
import { type JudgedScopes, judgeScopes, scopeDescription } from '../../oauth-clients/scopes.ts'
import { stateOfCaller } from '../../organizations/members/member-caller.ts'
import { memberAnswer } from '../../organizations/sign-in/member-response.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { OAuthError, type OAuthErrorCode } from '../protocol/oauth-error.ts'
import { granterOf, mayAuthorize, subjectOfCaller } from '../protocol/subject.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { isConsentRequired, meetsSignInRequirements } from './consent.ts'
import { storeConsentPrompt } from './consent-prompt.ts'
import { type ConsentFields, presentedRequest } from './consent-request.ts'

export async function startAuthorize(
  context: ProviderContext,
  call: Call<OAuthAuthorizeStartRequest>,
): Promise<DataOf<OAuthAuthorizeStartResponse>> {
  const started = await preflight(context, call, call.body)
  return { ...olderFields(started), ...newerFields(call, started), ...userFields(context, started) }
}

/** The same for newer clients, which send scopes as a list. */
export async function startAuthorizeByList(
  context: ProviderContext,
  call: Call<IdpOAuthAuthorizeStartRequest>,
): Promise<DataOf<IdpOAuthAuthorizeStartResponse>> {
  const started = await preflight(context, call, fieldsOfList(call.body))
  return { ...newerFields(call, started), ...userFields(context, started), consent_required: started.isRequired }
}

export async function startMemberAuthorize(
  context: ProviderContext,
  call: Call<OAuthAuthorizeStartRequest>,
): Promise<DataOf<B2bOAuthAuthorizeStartResponse>> {
  const started = await preflight(context, call, call.body)
  return { ...olderFields(started), ...newerFields(call, started), ...memberFields(call, started) }
}

export async function startMemberAuthorizeByList(
  context: ProviderContext,
  call: Call<IdpOAuthAuthorizeStartRequest>,
): Promise<DataOf<B2bIdpOAuthAuthorizeStartResponse>> {
  const started = await preflight(context, call, fieldsOfList(call.body))
  return { ...newerFields(call, started), ...memberFields(call, started), consent_required: started.isRequired }
}

function fieldsOfList({ scopes, ...fields }: IdpOAuthAuthorizeStartRequest): ConsentFields {
  return { ...fields, scope: scopes.join(' ') }
}

type SharedFields = Omit<DataOf<OAuthAuthorizeStartResponse>, 'user_id' | 'user'>
type NewerFields = Pick<SharedFields, 'client' | 'scope_results'>

function olderFields({ request, judged, isRequired, grantedScopes }: Preflight): Omit<SharedFields, keyof NewerFields> {
  return {
    consent_required: isRequired,
    oidc_client: clientView(request.client),
    grantable_scope: judged.grantable.join(' '),
    ungrantable_scope: judged.ungrantable.join(' '),
    granted_scope: grantedScopes.join(' '),
    redirect_uri: request.redirectUri,
  }
}

/** The response to newer clients; the older response contains it in addition to the specified fields. */
function newerFields({ project }: Call<unknown>, { request, judged }: Preflight): NewerFields {
  return {
    client: clientView(request.client),
    scope_results: request.scopes.map((scope) => ({
      scope,
      is_grantable: judged.grantable.includes(scope),
      description: scopeDescription(project.settings.rbacPolicy, scope),
    })),
  }
}

function userFields(
  { clock }: Pick<ProviderContext, 'clock'>,
  { caller: { account, lock } }: Preflight,
): Pick<OAuthAuthorizeStartResponse, 'user_id' | 'user'> {
  return { user_id: account.id, user: userView(account, lock, clock.now()) }
}

function memberFields(call: Call<unknown>, { caller }: Preflight): DataOf<MemberResponse> {
  return memberAnswer(stateOfCaller(call, caller))
}

interface Preflight {
  request: AuthorizeRequest
  judged: JudgedScopes
  isRequired: boolean
  /** The scopes the user granted earlier. */
  grantedScopes: string[]
  caller: Caller
}

const types: Partial<Record<OAuthErrorCode, KnownErrorType>> = { invalid_scope: 'oauth_invalid_scope' }

/** Stores what the consent page will show for this session; an answer grants that and nothing else. */
async function preflight(context: ProviderContext, call: Call<unknown>, fields: ConsentFields): Promise<Preflight> {
  const caller = await call.requireSession()
  refuseImpersonated(caller.session)
  const { project } = call
  const presented = await presentedRequest(context, call, fields, true)
  const request = await presented.read().catch((error: unknown) => {
    throw error instanceof OAuthError ? new ProviderError(types[error.code] ?? 'oauth_invalid_request') : error
  })
  // With `prompt=none`, the automatic submit answers the client application, also with an error.
  const isSilent = request.prompts.has('none')
  if (!isSilent && !meetsSignInRequirements(request, caller.session)) throw new ProviderError('step_up_required')
  const subject = subjectOfCaller(project, caller)
  if (!isSilent && !mayAuthorize(subject, request.client)) throw new ProviderError('connected_app_not_allowed')
  const judged = judgeScopes(project, request.client, granterOf(project, subject), request.scopes)
  const apps = await context.storage.connectedApps.list(project.id, caller.account.id)
  const grantedScopes = apps.find(({ id }) => id === request.client.id)?.scopes ?? []
  const isRequired = !isSilent && isConsentRequired(project, request, grantedScopes, judged.grantable)
  const { grantable } = judged
  // Each session has few rows, but a caller can have many sessions.
  await takeLimits(context, call, [{ name: 'authorizations_per_ip', key: `consent ${call.client.prefix}` }])
  await storeConsentPrompt(context, project, caller, {
    ...{ fields, request, grantable, isRequired, isStored: presented.stored !== null },
  })
  return { request, judged, isRequired, grantedScopes, caller }
}
