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

/** Who asks, and where the answer goes. Known first: everything else that is wrong can be told there. */
export interface Party {
  client: OAuthClientRecord
  redirectUri: string
}

/** What an application asks for, once every check has passed. */
export interface AuthorizeRequest extends Party {
  scopes: string[]
  state: string | null
  nonce: string | null
  codeChallenge: string | null
  prompts: ReadonlySet<string>
  /** Seconds since the last sign-in, at most. */
  maxAge: number | null
  resources: string[]
  /** Whom the application expects. */
  hintedUser: string | null
  /** A sign-in since then answers this very request. */
  requestedAt: number
}

type PartyContext = Parameters<typeof findCurrentClient>[0]
type RequestContext = Pick<ProviderContext, 'clock' | 'signingKeys' | 'baseUrl'>

const longest = { state: 4_096, nonce: 512, scope: 4_096, login_hint: 4_096, prompt: 160 } as const
const challengeForm = /^[A-Za-z0-9_-]{43}$/

interface Asked {
  project: ProjectRecord
  issuer: string
  client: OAuthClientRecord
  prompts: ReadonlySet<string>
  isPreflight: boolean
  get(name: string): string | undefined
  all(name: string): readonly string[]
}

/** SuppressionOutcome to the person, on our own page: an answer to the application would be sent where it must not go, or as it must not. */
const forThePerson: readonly (readonly [KnownErrorType, (asked: Asked) => boolean])[] = [
  // Implicit and hybrid answers put tokens into addresses; other modes put them where any page can listen.
  [
    'oauth_unsupported_response_type',
    ({ get }) => get('response_type') !== undefined && get('response_type') !== 'code',
  ],
  [
    'oauth_unsupported_response_type',
    ({ get }) => get('response_mode') !== undefined && get('response_mode') !== 'query',
  ],
]

/** SuppressionOutcome to the application. In this order; the first that is true ends it. */
const forTheApplication: readonly (readonly [OAuthErrorCode, string, (asked: Asked) => boolean])[] = [
  ['request_not_supported', 'Request objects are not supported.', ({ get }) => get('request') !== undefined],
  ['request_uri_not_supported', 'Request objects are not supported.', ({ get }) => get('request_uri') !== undefined],
  ['registration_not_supported', 'registration is not supported.', ({ get }) => get('registration') !== undefined],
  ['invalid_request', 'response_type is missing.', ({ get }) => get('response_type') === undefined],
  [
    'invalid_request',
    'A parameter is too long.',
    ({ get }) => Object.entries(longest).some(([name, most]) => (get(name)?.length ?? 0) > most),
  ],
  [
    'invalid_request',
    'code_challenge_method has to be S256.',
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
    'code_challenge has to be 43 characters of base64url.',
    ({ get }) => get('code_challenge') !== undefined && !challengeForm.test(get('code_challenge') ?? ''),
  ],
  ['invalid_request', 'max_age has to be a number of seconds.', ({ get }) => !/^\d{1,9}$/.test(get('max_age') ?? '0')],
  // Only we say which request is meant: one that came along would be taken for it.
  ['invalid_request', 'prompt has a value that is ours.', ({ prompts }) => [...prompts].some(isReference)],
  [
    'invalid_request',
    'prompt cannot be none and something else.',
    ({ prompts }) => prompts.has('none') && prompts.size > 1,
  ],
  [
    'invalid_target',
    'resource is none that access tokens can be for.',
    ({ all, project, issuer }) =>
      all('resource').some(
        (one) => one !== issuer && !(project.settings.identityProvider?.resources ?? []).includes(one),
      ),
  ],
  [
    'invalid_scope',
    'scope has nothing that the project knows.',
    ({ get, project }) => readScopes(project, get('scope') ?? defaultScope).length === 0,
  ],
]

/** The application and one of its own addresses, compared as they stand; anything else is refused to the person. */
export async function readParty(context: PartyContext, source: Requester, params: Params): Promise<Party> {
  if (repeated(params) !== undefined) throw new ProviderError('oauth_invalid_request')
  const client = await findCurrentClient(context, source, param(params, 'client_id') ?? '')
  if (client === null) throw new ProviderError('oauth_client_not_found')
  const redirectUri = param(params, 'redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri)) throw new ProviderError('oauth_invalid_redirect_uri')
  return { client, redirectUri }
}

/** Throws a `ProviderError` for the person and an `OAuthError` for the application. */
export async function readAuthorizeRequest(
  context: RequestContext,
  project: ProjectRecord,
  { client, redirectUri }: Party,
  params: Params,
  requestedAt: number,
  /** A page's question before the answer, which names no challenge. */
  isPreflight = false,
): Promise<AuthorizeRequest> {
  const get = (name: string): string | undefined => param(params, name)
  const all = (name: string): readonly string[] => params.get(name) ?? []
  const prompts = new Set((get('prompt') ?? '').split(' ').filter(Boolean))
  const issuer = projectIssuer(context, project)
  const asked: Asked = { project, issuer, client, prompts, isPreflight, get, all }
  for (const [type, isWrong] of forThePerson) if (isWrong(asked)) throw new ProviderError(type)
  for (const [code, description, isWrong] of forTheApplication) {
    if (isWrong(asked)) throw new OAuthError(code, description)
  }
  const hint = get('id_token_hint')
  const hinted = hint === undefined ? null : await readIdTokenHint(context, project, hint)
  if (hint !== undefined && hinted === null) throw new OAuthError('invalid_request', 'id_token_hint is not valid.')
  return {
    ...{ client, redirectUri, prompts, requestedAt },
    scopes: readScopes(project, get('scope') ?? defaultScope),
    state: get('state') ?? null,
    nonce: get('nonce') ?? null,
    codeChallenge: get('code_challenge') ?? null,
    maxAge: get('max_age') === undefined ? null : Number(get('max_age')),
    resources: [...new Set(all('resource'))],
    hintedUser: hinted?.userId ?? null,
  }
}
