import type { OAuthProviderValues } from '@latchkey/contract'
import type { Clock } from '../core/clock-and-random.ts'
import { rfc3339 } from '../core/rfc3339.ts'
import { type CodeExchange, type ExchangeDeps, ExchangeError } from './code-exchange.ts'
import { asText } from './document.ts'
import { exchangeByOAuth } from './exchange-oauth.ts'
import { exchangeByOpenId } from './exchange-openid.ts'
import type { Document, Identity } from './identity-provider.ts'

export interface Exchanged {
  issuer: string
  identity: Identity
  /** Empty unless they were needed. */
  tenants: string[]
  values: OAuthProviderValues
}

/** Timeout for all requests of one exchange; the user is waiting for it. */
const timeoutMs = 9_000

/** Exchanges the code for tokens and identifies the user. */
export type ExchangeCode = (exchange: CodeExchange) => Promise<Exchanged>

export function createCodeExchange({ outbound, clock }: ExchangeDeps): ExchangeCode {
  const deps = { outbound, clock, jwksCaches: new Map() }
  return async (exchange) => {
    const { definition, callback } = exchange
    const isOpenId = definition.protocol === 'oidc'
    const data = await withTimeout(isOpenId ? exchangeByOpenId(deps, exchange) : exchangeByOAuth(deps, exchange))
    const disclosure = { ...data, callback }
    const identity = definition.identify(disclosure)
    if (identity === null) throw new ExchangeError('no subject')
    const issuer = isOpenId ? asText(data.claims.iss) : definition.issuer
    const tenants = exchange.readsTenants ? [...(definition.tenants?.(disclosure) ?? [])] : []
    return { issuer, identity, tenants, values: providerValues(clock, exchange, data.tokens) }
  }
}

const longestToken = 16_384

function providerValues({ now }: Clock, { scopes, definition }: CodeExchange, tokens: Document): OAuthProviderValues {
  const granted = asText(tokens.scope, 4_096)
  const lifetime = Number(tokens.expires_in)
  return {
    access_token: asText(tokens.access_token, longestToken),
    id_token: asText(tokens.id_token, longestToken),
    refresh_token: asText(tokens.refresh_token, longestToken),
    // RFC 6749 §5.1: omitted if all requested scopes were granted.
    scopes:
      granted === '' ? [...scopes] : granted.split(definition.scopeSeparator === ',' ? /[ ,]+/ : / +/).filter(Boolean),
    expires_at: lifetime > 0 && lifetime < 1e10 ? rfc3339(now() + Math.floor(lifetime * 1_000)) : null,
  }
}

/** Ends the wait for an identity provider. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ExchangeError('timed out')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
