import { type KeyObject, verify } from 'node:crypto'
import type { Clock } from '../../core/clock-and-random.ts'
import { s256 } from '../../core/hash.ts'
import type { IdentityProvider } from '../../social-login/identity-provider.ts'
import { claimsOf, issuerFor } from './answers.ts'
import { subjectOf } from './fake-accounts.ts'
import type { Grant, Grants } from './grants.ts'
import type { Signer } from './signer.ts'

export interface TokenDeps {
  clock: Clock
  grants: Grants<Grant>
  signer: Signer
  /** The only registered client. */
  client: { id: string; secret: string; applePublicKey: KeyObject }
}

const lifetimeSeconds = 3_600

/** RFC 6749 §4.1.3, with the deviations of each provider. */
export async function handleTokenRequest(
  deps: TokenDeps,
  definition: IdentityProvider,
  request: Request,
): Promise<Response> {
  const form = Object.fromEntries(new URLSearchParams(await request.text()))
  if (!isClient(deps, definition, request, form)) return errorResponse(definition, 'invalid_client', 401)
  if (form.grant_type !== 'authorization_code') return errorResponse(definition, 'unsupported_grant_type', 400)
  const spent = deps.grants.spend(form.code ?? '')
  if (spent === null) return errorResponse(definition, 'invalid_grant', 400)
  const { grant, accessToken } = spent
  if (grant.provider !== definition.provider || grant.redirectUri !== form.redirect_uri)
    return errorResponse(definition, 'invalid_grant', 400)
  const challenge = form.code_verifier === undefined ? null : s256(form.code_verifier)
  if (challenge !== grant.codeChallenge) return errorResponse(definition, 'invalid_grant', 400)

  const scopes = grant.scope.split(definition.scopeSeparator)
  const isTwitch = definition.provider === 'twitch'
  return json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    refresh_token: `${accessToken}-refresh`,
    scope: isTwitch ? scopes : grant.scope,
    ...(definition.provider === 'slack' ? { ok: true } : {}),
    ...(definition.provider === 'tiktok' ? { open_id: subjectOf('tiktok', grant.account) } : {}),
    ...(definition.protocol === 'oidc' ? { id_token: await idToken(deps, definition, grant) } : {}),
  })
}

/** A signed id token for one client, valid for an hour. */
export function idToken(
  { clock, signer }: Pick<TokenDeps, 'clock' | 'signer'>,
  definition: IdentityProvider,
  grant: Pick<Grant, 'account' | 'clientId' | 'nonce'> & { change?: object | undefined },
): Promise<string> {
  const { account, clientId, nonce, change } = grant
  const issuedAt = Math.floor(clock.now() / 1_000)
  return signer.sign({
    iss: issuerFor(definition.issuer, account),
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    ...(nonce === null ? {} : { nonce }),
    ...claimsOf(definition.provider, account),
    ...change,
  })
}

function isClient(
  { client, clock }: TokenDeps,
  definition: IdentityProvider,
  request: Request,
  form: Record<string, string>,
): boolean {
  if (definition.clientAuthentication === 'basic') {
    const expected = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
    return request.headers.get('authorization') === `Basic ${expected}`
  }
  if (form[definition.clientIdParameter] !== client.id) return false
  if (definition.clientAuthentication === 'post') return form.client_secret === client.secret
  return isSignedSecret(client.applePublicKey, form.client_secret ?? '', {
    ...{ audience: definition.issuer, subject: client.id, now: clock.now() / 1_000 },
  })
}

/** Client secrets for Apple are JWTs signed by the client (ES256). */
function isSignedSecret(
  key: KeyObject,
  secret: string,
  expected: { audience: string; subject: string; now: number },
): boolean {
  const [header = '', claims = '', signature = ''] = secret.split('.')
  try {
    const { alg } = parse(header)
    const { aud, sub, iat, exp } = parse(claims)
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    const isTimely = Number(iat) <= expected.now + 60 && Number(exp) > expected.now
    return isSigned && isTimely && alg === 'ES256' && aud === expected.audience && sub === expected.subject
  } catch {
    return false
  }
}

function parse(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}

/** Slack and GitHub report errors with status 200. */
function errorResponse({ provider }: IdentityProvider, error: string, status: number): Response {
  if (provider === 'slack') return json({ ok: false, error })
  return json({ error, error_description: 'The request was rejected.' }, provider === 'github' ? 200 : status)
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}
