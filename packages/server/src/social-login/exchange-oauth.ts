import { createClientSecret } from './client-secret.ts'
import {
  type CodeExchange,
  type ExchangeDeps,
  ExchangeError,
  type ProviderData,
  readJsonResponse,
  readProfile,
} from './code-exchange.ts'
import { asDocument, asText } from './document.ts'

/** RFC 6749 §4.1.3, with PKCE (RFC 7636) if the provider supports it. */
export async function exchangeByOAuth(deps: ExchangeDeps, exchange: CodeExchange): Promise<ProviderData> {
  const { definition, clientId, callback } = exchange
  const secret = await createClientSecret(deps, exchange)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: asText(callback.code, 4_096),
    redirect_uri: exchange.redirectUri,
    ...(definition.pkce ? { code_verifier: exchange.codeVerifier } : {}),
    ...(definition.clientAuthentication === 'basic'
      ? {}
      : { [definition.clientIdParameter]: clientId, client_secret: secret }),
  })
  const response = await deps.outbound(definition.endpoints.token, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'latchkey',
      ...(definition.clientAuthentication === 'basic' ? { authorization: basic(clientId, secret) } : {}),
    },
    body: form.toString(),
  })
  const raw = asDocument(await readJsonResponse(response))
  const tokens = definition.normalizeTokens?.(raw) ?? raw
  // Some providers report an error with status 200.
  if (tokens.error !== undefined) throw new ExchangeError('the provider rejected the code')
  const accessToken = asText(tokens.access_token, 16_384)
  if (accessToken === '') throw new ExchangeError('no access token')
  return { tokens, claims: {}, ...(await readProfile(deps, exchange, accessToken)) }
}

/** RFC 6749 §2.3.1: both are form-encoded first. */
function basic(clientId: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}`
}
