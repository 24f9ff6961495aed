import type { AdminSsoListAttemptsResponse, SsoAttempt } from '@latchkey/contract/admin'
import type {
  B2bSsoDeleteConnectionResponse,
  B2bSsoDeleteVerificationCertificateResponse,
  B2bSsoExternalConnectionResponse,
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  B2bSsoGetConnectionsResponse,
  B2bSsoGetTestResponse,
  B2bSsoOidcConnectionResponse,
  B2bSsoOidcCreateRequest,
  B2bSsoOidcUpdateRequest,
  B2bSsoSamlConnectionResponse,
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlUpdateRequest,
  B2bSsoStartTestResponse,
} from '@latchkey/contract/b2b'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { deleteConnection, listConnections } from '../../organizations/connections/connections.ts'
import {
  createExternalConnection,
  updateExternalConnection,
} from '../../organizations/connections/external-connections.ts'
import { createOidcConnection, updateOidcConnection } from '../../organizations/connections/oidc-connections.ts'
import {
  createSamlConnection,
  deleteSamlCertificate,
  updateSamlConnection,
  updateSamlConnectionByUrl,
} from '../../organizations/connections/saml-connections.ts'
import type { ConnectionSource } from '../../organizations/connections/store-connection.ts'
import { readConnectionTest, startConnectionTest } from '../../organizations/connections/test-connection.ts'
import { attemptDetails, attemptsKept } from '../../sso/attempts.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { SsoAttemptRecord } from '../../storage/sso-connections.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { requireOrganization } from './organizations.service.ts'

type Answer<Response> = Promise<DataOf<Response>>

export async function listSsoConnections(
  context: AdminContext,
  call: AdminCall<null>,
): Answer<B2bSsoGetConnectionsResponse> {
  return listConnections(context, (await sourceOf(context, call)).organization)
}

export async function deleteSsoConnection(
  context: AdminContext,
  call: AdminCall<null>,
): Answer<B2bSsoDeleteConnectionResponse> {
  await deleteConnection(context, await sourceOf(context, call), idOf(call))
  return { connection_id: idOf(call) }
}

export async function listSsoAttempts(
  context: AdminContext,
  call: AdminCall<null>,
): Answer<AdminSsoListAttemptsResponse> {
  const realm = organizationRealm((await sourceOf(context, call)).organization)
  if ((await context.storage.ssoConnections.get(realm, idOf(call))) === null)
    throw new ProviderError('sso_connection_not_found')
  const attempts = await context.storage.ssoAttempts.list(realm, idOf(call), attemptsKept)
  return { attempts: attempts.map(attemptView) }
}

export async function startSsoTest(context: AdminContext, call: AdminCall<null>): Answer<B2bSsoStartTestResponse> {
  return startConnectionTest(context, await sourceOf(context, call), idOf(call))
}

export async function getSsoTest(context: AdminContext, call: AdminCall<null>): Answer<B2bSsoGetTestResponse> {
  const test = { connectionId: idOf(call), testId: call.params.test_id ?? '' }
  return readConnectionTest(context, await sourceOf(context, call), test)
}

export async function createSsoSaml(
  context: AdminContext,
  call: AdminCall<B2bSsoSamlCreateRequest>,
): Answer<B2bSsoSamlConnectionResponse> {
  return { connection: await createSamlConnection(context, await sourceOf(context, call), call.request) }
}

export async function updateSsoSaml(
  context: AdminContext,
  call: AdminCall<B2bSsoSamlUpdateRequest>,
): Answer<B2bSsoSamlConnectionResponse> {
  return { connection: await updateSamlConnection(context, await sourceOf(context, call), idOf(call), call.request) }
}

export async function updateSsoSamlByUrl(
  context: AdminContext,
  call: AdminCall<B2bSsoSamlUpdateByUrlRequest>,
): Answer<B2bSsoSamlConnectionResponse> {
  const source = await sourceOf(context, call)
  return { connection: await updateSamlConnectionByUrl(context, source, idOf(call), call.request) }
}

export async function deleteSsoCertificate(
  context: AdminContext,
  call: AdminCall<null>,
): Answer<B2bSsoDeleteVerificationCertificateResponse> {
  const certificateId = call.params.certificate_id ?? ''
  await deleteSamlCertificate(context, await sourceOf(context, call), idOf(call), certificateId)
  return { certificate_id: certificateId }
}

export async function createSsoOidc(
  context: AdminContext,
  call: AdminCall<B2bSsoOidcCreateRequest>,
): Answer<B2bSsoOidcConnectionResponse> {
  return createOidcConnection(context, await sourceOf(context, call), call.request)
}

export async function updateSsoOidc(
  context: AdminContext,
  call: AdminCall<B2bSsoOidcUpdateRequest>,
): Answer<B2bSsoOidcConnectionResponse> {
  return updateOidcConnection(context, await sourceOf(context, call), idOf(call), call.request)
}

export async function createSsoExternal(
  context: AdminContext,
  call: AdminCall<B2bSsoExternalCreateRequest>,
): Answer<B2bSsoExternalConnectionResponse> {
  return { connection: await createExternalConnection(context, await sourceOf(context, call), call.request) }
}

export async function updateSsoExternal(
  context: AdminContext,
  call: AdminCall<B2bSsoExternalUpdateRequest>,
): Answer<B2bSsoExternalConnectionResponse> {
  return {
    connection: await updateExternalConnection(context, await sourceOf(context, call), idOf(call), call.request),
  }
}

function attemptView(record: SsoAttemptRecord): SsoAttempt {
  const { checks, match, memberId, email, roles, reasons } = attemptDetails(record)
  return {
    ...{ attempt_id: record.id, connection_id: record.connectionId, kind: record.kind, result: record.result },
    ...{ code: record.code, created_at: rfc3339(record.createdAt), checks: [...checks], match },
    ...{ member_id: memberId, email_address: email, roles: [...roles], reasons: [...reasons] },
  }
}

async function sourceOf({ storage }: AdminContext, call: AdminCall<unknown>): Promise<ConnectionSource> {
  const organization = await requireOrganization(storage, call.project, call.params.organization_id)
  return { source: call, organization, granter: null }
}

function idOf({ params }: AdminCall<unknown>): string {
  return params.connection_id ?? ''
}
