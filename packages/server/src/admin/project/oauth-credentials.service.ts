import type { IdentityProviderName, Ok } from '@latchkey/contract'
import type {
  AdminOAuthCredentialsListResponse,
  AdminOAuthCredentialsResponse,
  AdminOAuthCredentialsSetRequest,
  OAuthCredentials,
} from '@latchkey/contract/admin'
import { audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import {
  checkOAuthCredentials,
  OAuthCredentialsError,
  type OAuthCredentialsInput,
  setOAuthCredentials,
  viewOAuthCredentials,
} from '../../social-login/credentials.ts'
import { providersOf } from '../../social-login/providers.ts'
import type { OAuthCredentialsRecord, ProjectRecord } from '../../storage/records.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'

export async function listOAuthCredentials(
  { storage, baseUrl }: AdminContext,
  { project }: AdminCall<null>,
): Promise<DataOf<AdminOAuthCredentialsListResponse>> {
  const records = await storage.oauthCredentials.list(project.id)
  return { oauth_credentials: records.map((record) => credentialsView(record, baseUrl)) }
}

/** The secret is never returned: only a sign-in opens it. */
export async function saveOAuthCredentials(
  context: AdminContext,
  call: AdminCall<AdminOAuthCredentialsSetRequest>,
): Promise<DataOf<AdminOAuthCredentialsResponse>> {
  const { project, params } = call
  const input = readInput(readProvider(project, params.provider), call.request)
  validate(input)
  const record = await context.storage.transaction(async (tx) => {
    await setOAuthCredentials(tx, context, project, input)
    await audit(tx, context, call, { event: 'oauth_credentials_set', result: 'ok', targetId: input.provider })
    return tx.oauthCredentials.get(project.id, input.provider)
  })
  if (!record) throw new ProviderError('oauth_config_not_found')
  return { oauth_credentials: credentialsView(record, context.baseUrl) }
}

export async function deleteOAuthCredentials(context: AdminContext, call: AdminCall<null>): Promise<DataOf<Ok>> {
  const provider = readProvider(call.project, call.params.provider)
  await context.storage.transaction(async (tx) => {
    if (!(await tx.oauthCredentials.remove(call.project.id, provider)))
      throw new ProviderError('oauth_config_not_found')
    await audit(tx, context, call, { event: 'oauth_credentials_remove', result: 'ok', targetId: provider })
  })
  return {}
}

function credentialsView(record: OAuthCredentialsRecord, baseUrl: string): OAuthCredentials {
  const { provider, clientId, options, redirectUri, createdAt, updatedAt } = viewOAuthCredentials(record, baseUrl)
  return {
    provider,
    client_id: clientId,
    options: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    redirect_uri: redirectUri,
    created_at: rfc3339(createdAt),
    updated_at: rfc3339(updatedAt),
  }
}

function readProvider({ vertical }: ProjectRecord, name: string | undefined): IdentityProviderName {
  const provider = providersOf(vertical).find((known) => known === name)
  if (!provider) throw new ProviderError('oauth_config_not_found')
  return provider
}

function readInput(provider: IdentityProviderName, request: AdminOAuthCredentialsSetRequest): OAuthCredentialsInput {
  const { client_id, client_secret, team_id, key_id, private_key, tenant, host } = request
  const isKey = team_id !== undefined || key_id !== undefined || private_key !== undefined
  return {
    provider,
    clientId: client_id,
    secret: isKey
      ? { teamId: team_id ?? '', keyId: key_id ?? '', privateKey: private_key ?? '' }
      : { clientSecret: client_secret ?? '' },
    options: { ...(tenant === undefined ? {} : { tenant }), ...(host === undefined ? {} : { host }) },
  }
}

function validate(input: OAuthCredentialsInput): void {
  try {
    checkOAuthCredentials(input)
  } catch (error) {
    if (!(error instanceof OAuthCredentialsError)) throw error
    const field = error.field === 'secret' ? 'client_secret' : error.field.replace(/^options\./, '')
    const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    throw refuseField(`.${name}`, error.problem, 'format')
  }
}
