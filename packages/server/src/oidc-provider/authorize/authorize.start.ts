import type {
  IdpOAuthAuthorizeStartRequest,
  IdpOAuthAuthorizeStartResponse,
  KnownErrorType,
  OAuthAuthorizeStartRequest,
  OAuthAuthorizeStartResponse,
} from '@latchkey/contract'
import { userView } from '../../accounts/user-view.ts'
import type { Caller } from '../../core/caller.ts'
import { ProviderError } from '../../core/provider-error.ts'
import type { Call, DataOf } from '../../core/route.ts'
import { clientView } from '../../oauth-clients/client-view.ts'
import { type JudgedScopes, judgeScopes, scopeDescription } from '../../oauth-clients/scopes.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'
import { OAuthError, type OAuthErrorCode } from '../protocol/oauth-error.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import { isConsentRequired, isSignedInAsAsked } from './consent.ts'
import { storeShown } from './consent-prompt.ts'
import { type ConsentFields, presentedRequest } from './consent-request.ts'

export async function startAuthorize(
  context: ProviderContext,
  call: Call<OAuthAuthorizeStartRequest>,
): Promise<DataOf<OAuthAuthorizeStartResponse>> {
  const asked = await preflight(context, call, call.body)
  const { request, judged, isRequired, before } = asked
  return {
    ...newerFields(context, call, asked),
    consent_required: isRequired,
    oidc_client: clientView(request.client),
    grantable_scope: judged.grantable.join(' '),
    ungrantable_scope: judged.ungrantable.join(' '),
    granted_scope: before.join(' '),
    redirect_uri: request.redirectUri,
  }
}

/** The same for newer clients. */
export async function startAuthorizeByList(
  context: ProviderContext,
  call: Call<IdpOAuthAuthorizeStartRequest>,
): Promise<DataOf<IdpOAuthAuthorizeStartResponse>> {
  const { scopes, ...fields } = call.body
  const asked = await preflight(context, call, { ...fields, scope: scopes.join(' ') })
  return { ...newerFields(context, call, asked), consent_required: asked.isRequired }
}

/** What newer clients read; the older response has it too, next to the specified fields. */
function newerFields(
  { clock }: ProviderContext,
  { project }: Call<unknown>,
  { request, judged, caller }: Preflight,
): Omit<DataOf<IdpOAuthAuthorizeStartResponse>, 'consent_required'> {
  const { user, lock } = caller
  return {
    user_id: user.id,
    user: userView(user, lock, clock.now()),
    client: clientView(request.client),
    scope_results: request.scopes.map((scope) => ({
      scope,
      is_grantable: judged.grantable.includes(scope),
      description: scopeDescription(project.settings.rbacPolicy, scope),
    })),
  }
}

interface Preflight {
  request: AuthorizeRequest
  judged: JudgedScopes
  isRequired: boolean
  /** What was granted before. */
  before: string[]
  caller: Caller
}

const types: Partial<Record<OAuthErrorCode, KnownErrorType>> = { invalid_scope: 'oauth_invalid_scope' }

/** What the page will show. It is stored for this session: an answer grants that, and nothing else. */
async function preflight(context: ProviderContext, call: Call<unknown>, fields: ConsentFields): Promise<Preflight> {
  const caller = await call.requireSession()
  refuseImpersonated(caller.session)
  const { project } = call
  const presented = await presentedRequest(context, call, fields, true)
  const request = await presented.read().catch((error: unknown) => {
    throw error instanceof OAuthError ? new ProviderError(types[error.code] ?? 'oauth_invalid_request') : error
  })
  // An application that wants no page shown is answered by the automatic submit, whatever the answer is.
  const isSilent = request.prompts.has('none')
  if (!isSilent && !isSignedInAsAsked(request, caller.session)) throw new ProviderError('step_up_required')
  const judged = judgeScopes(project, request.client, caller.user, request.scopes)
  const apps = await context.storage.connectedApps.list(project.id, caller.user.id)
  const before = apps.find(({ id }) => id === request.client.id)?.scopes ?? []
  const isRequired = !isSilent && isConsentRequired(project, request, before, judged.grantable)
  const { grantable } = judged
  await storeShown(context, project, caller, {
    ...{ fields, request, grantable, isRequired, isKept: presented.kept !== null },
  })
  return { request, judged, isRequired, before, caller }
}
