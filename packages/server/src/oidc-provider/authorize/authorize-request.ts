import { defaultScope, type KnownErrorType } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import { projectIssuer } from '../../notices/issuer.ts'
import { readScopes } from '../../oauth-clients/scopes.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { findCurrentClient, type Requester } from '../clients/find-client.ts'
import { readIdTokenHint } from '../logout/id-token-hint.ts'
import { OAuthError, type OAuthErrorCode } from '../protocol/oauth-error.ts'
import { type Params, param, repeated } from '../protocol/params.ts'
import { isReference } from './stored-request.ts'

/** The client application and its redirect URI. They are validated first: later errors are sent to that URI. */
export interface ResponseTarget {
  client: OAuthClientRecord
  redirectUri: string
}

/** A validated authorization request. */
export interface AuthorizeRequest extends ResponseTarget {
  scopes: string[]
  state: string | null
  nonce: string | null
  codeChallenge: string | null
  prompts: ReadonlySet<string>
  /** The maximum number of seconds since the last sign-in. */
  maxAge: number | null
  resources: string[]
  /** The user id of `id_token_hint`. */
  hintedUser: string | null
  /** A sign-in after this time was made for this request. */
  requestedAt: number
}

type TargetContext = Parameters<typeof findCurrentClient>[0]
type RequestContext = Pick<ProviderContext, 'clock' | 'signingKeys' | 'baseUrl'>

const longest = { state: 4_096, nonce: 512, scope: 4_096, login_hint: 4_096, prompt: 160 } as const
const challengeForm = /^[A-Za-z0-9_-]{43}$/

interface CheckInput {
  project: ProjectRecord
  issuer: string
  client: OAuthClientRecord
  prompts: ReadonlySet<string>
  isPreflight: boolean
  get(name: string): string | undefined
  all(name: string): readonly string[]
}

/** Shown to the user on an error page: the response could not be delivered safely to the client application. */
const userErrors: readonly (readonly [KnownErrorType, (input: CheckInput) => boolean])[] = [
  // Implicit and hybrid responses put tokens into URLs, and other response modes expose them to other pages.
  [
    'oauth_unsupported_response_type',
    ({ get }) => get('response_type') !== undefined && get('response_type') !== 'code',
  ],
  [
    'oauth_unsupported_response_type',
    ({ get }) => get('response_mode') !== undefined && get('response_mode') !== 'query',
  ],
]

/** Sent to the client application. The first check that is true decides. */
const clientErrors: readonly (readonly [OAuthErrorCode, string, (input: CheckInput) => boolean])[] = [
  ['request_not_supported', 'Request objects are not supported.', ({ get }) => get('request') !== undefined],
  ['request_uri_not_supported', 'Request objects are not supported.', ({ get }) => get('request_uri') !== undefined],
  [
    'registration_not_supported',
    'The registration parameter is not supported.',
    ({ get }) => get('registration') !== undefined,
  ],
  ['invalid_request', 'response_type is missing.', ({ get }) => get('response_type') === undefined],
  [
    'invalid_request',
    'A request parameter is too long.',
    ({ get }) => Object.entries(longest).some(([name, most]) => (get(name)?.length ?? 0) > most),
  ],
  [
    'invalid_request',
    'code_challenge_method must be S256.',
    ({ get }) => get('code_challenge_method') !== undefined && get('code_challenge_method') !== 'S256',
  ],
  [
    'invalid_request',
    'code_challenge is missing.',
    ({ get, client, isPreflight }) =>
      !isPreflight &&
      get('code_challenge') === undefined &&
      (client.isPublic || get('code_challenge_method') !== undefined),
  ],
  [
    'invalid_request',
    'code_challenge must be 43 base64url characters.',
    ({ get }) => get('code_challenge') !== undefined && !challengeForm.test(get('code_challenge') ?? ''),
  ],
  ['invalid_request', 'max_age must be a number of seconds.', ({ get }) => !/^\d{1,9}$/.test(get('max_age') ?? '0')],
  // A reference to a stored request is added by the provider only; one sent by the client application is rejected.
  ['invalid_request', 'prompt contains a reserved value.', ({ prompts }) => [...prompts].some(isReference)],
  [
    'invalid_request',
    'prompt=none cannot be combined with other values.',
    ({ prompts }) => prompts.has('none') && prompts.size > 1,
  ],
  [
    'invalid_target',
    'The requested resource is not allowed for this client.',
    ({ all, project, issuer }) =>
      all('resource').some(
        (one) => one !== issuer && !(project.settings.identityProvider?.resources ?? []).includes(one),
      ),
  ],
  [
    'invalid_scope',
    'The requested scope is unknown.',
    ({ get, project }) => readScopes(project, get('scope') ?? defaultScope).length === 0,
  ],
]

/** Redirect URIs are compared as exact strings. A wrong client or URI is reported to the user only. */
export async function readResponseTarget(
  context: TargetContext,
  source: Requester,
  params: Params,
): Promise<ResponseTarget> {
  if (repeated(params) !== undefined) throw new ProviderError('oauth_invalid_request')
  const client = await findCurrentClient(context, source, param(params, 'client_id') ?? '')
  if (client === null) throw new ProviderError('oauth_client_not_found')
  const redirectUri = param(params, 'redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri)) throw new ProviderError('oauth_invalid_redirect_uri')
  return { client, redirectUri }
}

/** Throws a `ProviderError` for the user and an `OAuthError` for the client application. */
export async function readAuthorizeRequest(
  context: RequestContext,
  project: ProjectRecord,
  { client, redirectUri }: ResponseTarget,
  params: Params,
  requestedAt: number,
  /** `authorize/start`, which does not require the code challenge. */
  isPreflight = false,
): Promise<AuthorizeRequest> {
  const get = (name: string): string | undefined => param(params, name)
  const all = (name: string): readonly string[] => params.get(name) ?? []
  const prompts = new Set((get('prompt') ?? '').split(' ').filter(Boolean))
  const issuer = projectIssuer(context, project)
  const input: CheckInput = { project, issuer, client, prompts, isPreflight, get, all }
  for (const [type, isWrong] of userErrors) if (isWrong(input)) throw new ProviderError(type)
  for (const [code, description, isWrong] of clientErrors) {
    if (isWrong(input)) throw new OAuthError(code, description)
  }
  const hint = get('id_token_hint')
  const hinted = hint === undefined ? null : await readIdTokenHint(context, project, hint)
  if (hint !== undefined && hinted === null) throw new OAuthError('invalid_request', 'id_token_hint is invalid.')
  return {
    ...{ client, redirectUri, prompts, requestedAt },
    scopes: readScopes(project, get('scope') ?? defaultScope),
    state: get('state') ?? null,
    nonce: get('nonce') ?? null,
    codeChallenge: get('code_challenge') ?? null,
    maxAge: get('max_age') === undefined ? null : Number(get('max_age')),
    resources: [...new Set(all('resource'))],
    hintedUser: hinted?.accountId ?? null,
  }
}
