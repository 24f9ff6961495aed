import { ProviderError } from '../../core/provider-error.ts'
import { OutboundError } from '../../outbound/outbound-fetch.ts'
import type { OidcConfig } from '../../sso/connection.ts'
import { unreadable } from './read-metadata.ts'
import type { ConnectionContext } from './store-connection.ts'

type Addresses = Pick<OidcConfig, 'authorizationUrl' | 'tokenUrl' | 'userinfoUrl' | 'jwksUrl'>

export interface OidcDiscovery {
  /** What the issuer states; empty texts if it does not respond. */
  readonly addresses: Addresses
  readonly warnings: readonly string[]
}

const nothing: Addresses = { authorizationUrl: '', tokenUrl: '', userinfoUrl: '', jwksUrl: '' }

/** Reads the configuration of an issuer (OpenID Connect Discovery §4). An internal address is rejected. */
export async function discoverIssuer(
  { outbound }: Pick<ConnectionContext, 'outbound'>,
  { issuer, signingAlgorithm, clientAuthentication }: OidcConfig,
): Promise<OidcDiscovery> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await fetchDocument(outbound, url)
  if (typeof document === 'string') return { addresses: nothing, warnings: [document] }
  const text = (name: string): string => {
    const value = document[name]
    return typeof value === 'string' ? value : ''
  }
  const lacks = (name: string, value: string): boolean => {
    const listed = document[name]
    return Array.isArray(listed) && !listed.includes(value)
  }
  const warnings = [
    ...(text('issuer') === issuer ? [] : ['The issuer states another issuer than the one of the connection.']),
    ...(lacks('response_types_supported', 'code') ? ['The issuer does not support the response type code.'] : []),
    ...(lacks('code_challenge_methods_supported', 'S256') ? ['The issuer does not support PKCE with S256.'] : []),
    ...(lacks('id_token_signing_alg_values_supported', signingAlgorithm)
      ? [`The issuer does not sign ID tokens with ${signingAlgorithm}.`]
      : []),
    ...(lacks('token_endpoint_auth_methods_supported', clientAuthentication)
      ? [`The issuer does not support ${clientAuthentication}.`]
      : []),
  ]
  return {
    addresses: {
      ...{ authorizationUrl: text('authorization_endpoint'), tokenUrl: text('token_endpoint') },
      ...{ userinfoUrl: text('userinfo_endpoint'), jwksUrl: text('jwks_uri') },
    },
    warnings,
  }
}

/** The document, or why it could not be read. */
async function fetchDocument(
  outbound: ConnectionContext['outbound'],
  url: string,
): Promise<Record<string, unknown> | string> {
  try {
    const response = await outbound(url, { headers: { accept: 'application/json' } })
    if (response.status !== 200) return `The configuration of the issuer responds with ${response.status}.`
    const document: unknown = await response.json()
    if (typeof document === 'object' && document !== null && !Array.isArray(document))
      return document as Record<string, unknown>
    return 'The configuration of the issuer is not a JSON object.'
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (error instanceof SyntaxError) return 'The configuration of the issuer is not JSON.'
    if (!(error instanceof OutboundError)) throw error
    if (error.code === 'address_refused') throw unreadable(error.code)
    return `The configuration of the issuer could not be read: ${error.code}.`
  }
}
