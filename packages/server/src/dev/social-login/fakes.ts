import { generateKeyPairSync } from 'node:crypto'
import { type IdentityProviderName, identityProviderNames } from '@latchkey/contract'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import { createOutboundFetch, type OutboundFetch } from '../../outbound/outbound-fetch.ts'
import type { OAuthCredentialsInput } from '../../social-login/credentials.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import { type IdentityProviders, identityProviderOf } from '../../social-login/providers.ts'
import { emailsOf, membershipsOf, profileOf } from './answers.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import { consentPage } from './consent-page.ts'
import { consentStyle } from './consent-style.ts'
import { type FakeAccount, fullName, readFakeAccount } from './fake-accounts.ts'
import { formPostPage, formPostScript, paths, rejectionPage } from './fake-page.ts'
import { createGrants, type Grant } from './grants.ts'
import { clientScript, promptPage, promptScript } from './one-tap-prompt.ts'
import { createSigner, type Signer } from './signer.ts'
import { handleTokenRequest, idToken, json, type TokenDeps } from './token-endpoint.ts'

/** A fake of every identity provider: real codes and signatures, no passwords, no network. */
export interface FakeIdentityProviders {
  /** Handles requests below `/dev/identity-providers/`. */
  fetch(request: Request): Promise<Response>
  /** The table of identity providers; credentials of a fake get the endpoints of the fake. */
  identityProviders: IdentityProviders
  /** Calls the fakes within this process, and all other hosts over the network. */
  outbound: OutboundFetch
  /** The credentials of a project at a fake. */
  credentials(provider: IdentityProviderName): OAuthCredentialsInput
  /** An id token of One Tap; `change` replaces claims, for tokens that no provider would issue. */
  oneTapToken(account: FakeAccount, options: { nonce: string | null; change?: object }): Promise<string>
}

const root = '/dev/identity-providers/'

export function fakeClientId(provider: IdentityProviderName): string {
  return `latchkey-fake-${provider}`
}

export function createFakeIdentityProviders(deps: {
  baseUrl: string
  clock: Clock
  random: Random
  /** Tests share one, because creating a key is slow. */
  signer?: Signer
}): FakeIdentityProviders {
  const { baseUrl, clock } = deps
  const grants = createGrants<Grant>(deps)
  const { signer = createSigner() } = deps
  const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** Users whose name Apple has sent already: it does so once. */
  const namesSent = new Set<string>()

  const fakeSecret = (provider: IdentityProviderName): string => `latchkey-fake-${provider}-secret`
  const tokenDeps = (provider: IdentityProviderName): TokenDeps => ({
    ...{ clock, grants, signer },
    client: { id: fakeClientId(provider), secret: fakeSecret(provider), applePublicKey: apple.publicKey },
  })

  function withFakeEndpoints(definition: IdentityProvider): IdentityProvider {
    const own = `${baseUrl}${root}${definition.provider}`
    const endpoints = Object.keys(definition.endpoints).map((name) => [name, `${own}/${name}`])
    return {
      ...definition,
      endpoints: Object.fromEntries(endpoints) as IdentityProvider['endpoints'],
      ...(definition.oneTap ? { oneTap: { script: `${own}/client.js`, fedcmConfig: `${own}/fedcm.json` } } : {}),
    }
  }

  function fakeDefinition(provider: IdentityProviderName): IdentityProvider {
    return withFakeEndpoints(identityProviderOf({ provider, clientId: fakeClientId(provider), options: {} }))
  }

  function decide(definition: IdentityProvider, request: AuthorizationRequest, form: Record<string, string>): Response {
    const { provider } = definition
    if (form.cancel === 'true') {
      const error = provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied'
      return sendResponse(definition, request, { error, state: request.state })
    }
    const account = readFakeAccount(form)
    if (account === null) return rejectionPage(definition.displayName, 'Choose a user, or enter an email or a name.')
    const code = grants.add({ ...request, provider, account })
    const isNew = provider === 'apple' && !namesSent.has(fullName(account))
    if (isNew) namesSent.add(fullName(account))
    const { firstName, lastName } = account
    return sendResponse(definition, request, {
      ...{ code, state: request.state },
      ...(provider === 'google' ? { iss: definition.issuer } : {}),
      ...(isNew ? { user: JSON.stringify({ name: { firstName, lastName } }) } : {}),
    })
  }

  async function answer(definition: IdentityProvider, part: string, request: Request): Promise<Response> {
    const { provider } = definition
    switch (`${request.method} ${part}`) {
      case 'GET authorization':
      case 'POST authorization': {
        const form = request.method === 'GET' ? {} : Object.fromEntries(new URLSearchParams(await request.text()))
        const fields =
          request.method === 'GET' ? Object.fromEntries(new URL(request.url).searchParams) : repeatedRequest(form)
        const callbacks = `${baseUrl}/v1/oauth/callback/`
        const authorization = readAuthorizationRequest(definition, fakeClientId(provider), callbacks, fields)
        if (typeof authorization === 'string') return rejectionPage(definition.displayName, authorization)
        // Creating the signing key can take seconds on a busy machine, and the exchange of the code has a time limit.
        await signer.jwks()
        return request.method === 'GET'
          ? consentPage(definition, authorization)
          : decide(definition, authorization, form)
      }
      case 'POST token':
        return handleTokenRequest(tokenDeps(provider), definition, request)
      case 'GET profile':
      case 'POST profile':
      case 'GET emails':
      case 'GET memberships': {
        const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
        if ((request.method === 'POST') !== (definition.profileQuery !== undefined)) return notFound()
        return definition.profileTokenInPath ? notFound() : discloseTo(definition, part, token)
      }
      case 'GET jwks':
        return json(await signer.jwks())
      default:
        return definition.oneTap ? answerOneTap(definition, part, request) : notFound()
    }
  }

  function discloseTo({ provider }: IdentityProvider, part: string, token: string | undefined): Response {
    const grant = token === undefined ? null : grants.find(token)
    if (grant === null || grant.provider !== provider) return json({ error: 'invalid_token' }, 401)
    return json(discloseUser(provider, part, grant.account))
  }

  async function answerOneTap(definition: IdentityProvider, part: string, request: Request): Promise<Response> {
    const own = `${baseUrl}${root}${definition.provider}`
    switch (`${request.method} ${part}`) {
      case 'GET client.js':
        return file('text/javascript', clientScript(`${own}/prompt`, fakeClientId(definition.provider)), 'cross-origin')
      case 'GET prompt':
        return promptPage(definition)
      case 'POST prompt': {
        const choice = (await request.json().catch(() => ({}))) as Record<string, unknown>
        const account = readFakeAccount({ account: String(choice.account) })
        if (choice.client_id !== fakeClientId(definition.provider) || account === null)
          return json({ error: 'Unknown client_id, or no user chosen.' }, 400)
        const nonce = typeof choice.nonce === 'string' && choice.nonce !== '' ? choice.nonce : null
        return json({ credential: await oneTapToken(account, { nonce }) })
      }
      case 'GET fedcm.json':
        return json({ accounts: { include: [] } })
      default:
        return notFound()
    }
  }

  function oneTapToken(
    account: FakeAccount,
    { nonce, change }: { nonce: string | null; change?: object },
  ): Promise<string> {
    const clientId = fakeClientId('google')
    return idToken({ clock, signer }, fakeDefinition('google'), { account, clientId, nonce, change })
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === paths.style) return file('text/css', consentStyle)
    if (pathname === paths.formPostScript) return file('text/javascript', formPostScript)
    if (pathname === paths.promptScript) return file('text/javascript', promptScript)
    const [provider, part = '', ...more] = pathname.slice(root.length).split('/')
    const known = identityProviderNames.find((one) => one === provider)
    if (known === undefined) return notFound()
    const definition = fakeDefinition(known)
    const [token = ''] = more
    if (definition.profileTokenInPath && part === 'profile' && more.length === 1)
      return discloseTo(definition, part, decodeURIComponent(token))
    return more.length > 0 ? notFound() : answer(definition, part, request)
  }

  const outside = createOutboundFetch()
  return {
    fetch,
    oneTapToken,
    // A client id can name an error after a colon, which the prompt then reports.
    identityProviders: (credentials) =>
      credentials.clientId.split(':')[0] === fakeClientId(credentials.provider)
        ? fakeDefinition(credentials.provider)
        : identityProviderOf(credentials),
    outbound(address, init = {}) {
      const isFake = String(address).startsWith(`${baseUrl}${root}`)
      return isFake ? fetch(new Request(address, init as RequestInit)) : outside(address, init)
    },
    credentials: (provider) => ({
      provider,
      clientId: fakeClientId(provider),
      secret:
        provider === 'apple'
          ? {
              teamId: 'LATCHKEY00',
              keyId: 'FAKEKEY000',
              privateKey: apple.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
            }
          : { clientSecret: fakeSecret(provider) },
    }),
  }
}

function discloseUser(provider: IdentityProviderName, part: string, account: FakeAccount): unknown {
  if (part === 'emails') return emailsOf(provider, account)
  return part === 'memberships' ? membershipsOf(account) : profileOf(provider, account)
}

/** The authorization request that the form of the consent page repeats in prefixed fields. */
function repeatedRequest(form: Record<string, string>): Record<string, string> {
  const own = Object.entries(form).filter(([name]) => name.startsWith('request_'))
  return Object.fromEntries(own.map(([name, value]) => [name.slice('request_'.length), value]))
}

function sendResponse(
  definition: IdentityProvider,
  { redirectUri }: AuthorizationRequest,
  fields: Record<string, string>,
): Response {
  if (definition.responseMode === 'form_post') return formPostPage(definition.displayName, redirectUri, fields)
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } })
}

function file(type: string, body: string, policy = 'same-origin'): Response {
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': policy,
      'x-content-type-options': 'nosniff',
    },
  })
}

function notFound(): Response {
  return json({ error: 'not_found' }, 404)
}
