import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import type { AuthorizeParams, Landing, LogoutParams } from './identity-provider.model.ts'

const authorizeParameterNames = ['code_challenge', 'state', 'nonce', 'prompt'] as const
const logoutParameterNames = ['id_token_hint', 'state'] as const

/** Reads the request from the URL. Rejects frames: the page around could cover the consent screen (clickjacking). */
export function readLanding(client: Client): Landing {
  const { platform } = clientInternals(client)
  const canGoBack = (platform.history.length ?? 0) > 1
  if (platform.top !== null && platform.top !== platform) return { kind: 'framed' }
  return { ...landingOf(new URL(platform.location.href).searchParams), ...(canGoBack && { canGoBack }) }
}

export function landingOf(query: URLSearchParams): Landing {
  const address = 'post_logout_redirect_uri'
  const isLogout = query.has(address)
  const param = ['client_id', isLogout ? address : 'redirect_uri'].find((name) => !query.get(name))
  if (param) return { kind: 'missing_parameter', param }
  const client_id = query.get('client_id') ?? ''
  if (isLogout) {
    const post_logout_redirect_uri = query.get(address) ?? ''
    const params: LogoutParams = { client_id, post_logout_redirect_uri, ...present(query, logoutParameterNames) }
    return { kind: 'logout', params }
  }
  const params: AuthorizeParams = {
    client_id,
    redirect_uri: query.get('redirect_uri') ?? '',
    response_type: query.get('response_type') || 'code',
    scope: query.get('scope') || 'openid email profile',
    // Passed on unchanged: `prompt` may contain values for the provider only.
    ...present(query, authorizeParameterNames),
  }
  const isSilent = params.prompt?.split(' ').includes('none')
  return { kind: 'authorize', params, ...(isSilent && { isSilent }) }
}

function present<Name extends string>(query: URLSearchParams, names: readonly Name[]): { [Key in Name]?: string } {
  const found = names.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(found)
}
