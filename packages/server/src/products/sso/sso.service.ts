import type {
  B2bSsoDeleteConnectionResponse,
  B2bSsoDeleteVerificationCertificateResponse,
  B2bSsoDiscoverConnectionsRequest,
  B2bSsoDiscoverConnectionsResponse,
  B2bSsoExternalConnectionResponse,
  B2bSsoExternalCreateRequest,
  B2bSsoExternalUpdateRequest,
  B2bSsoGetConnectionsResponse,
  B2bSsoOidcConnectionResponse,
  B2bSsoOidcCreateRequest,
  B2bSsoOidcUpdateRequest,
  B2bSsoSamlConnectionResponse,
  B2bSsoSamlCreateRequest,
  B2bSsoSamlUpdateByUrlRequest,
  B2bSsoSamlUpdateRequest,
} from '@latchkey/contract/b2b'
import type { Call, DataOf } from '../../core/route.ts'
import { deleteConnection, discoverConnections, listConnections } from '../../organizations/connections/connections.ts'
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
import { requireSignedInMember } from '../../organizations/members/member-caller.ts'
import { activeConnectionView } from '../../organizations/organization-view.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { refuseImpersonated } from '../../sessions/step-up.ts'

type Answer<Response> = Promise<DataOf<Response>>

export async function getConnections(context: ProviderContext, call: Call<null>): Answer<B2bSsoGetConnectionsResponse> {
  const { organization } = await requireSignedInMember(call)
  return listConnections(context, organization)
}

/** For a sign-in page, before the person has signed in. */
export async function findConnections(
  context: ProviderContext,
  { project, body }: Call<B2bSsoDiscoverConnectionsRequest>,
): Answer<B2bSsoDiscoverConnectionsResponse> {
  const found = await discoverConnections(context, project, body.email_address)
  return { connections: found.map(activeConnectionView) }
}

export async function removeConnection(
  context: ProviderContext,
  call: Call<null>,
): Answer<B2bSsoDeleteConnectionResponse> {
  await deleteConnection(context, await sourceOf(call), idOf(call))
  return { connection_id: idOf(call) }
}

export async function createSaml(
  context: ProviderContext,
  call: Call<B2bSsoSamlCreateRequest>,
): Answer<B2bSsoSamlConnectionResponse> {
  return { connection: await createSamlConnection(context, await sourceOf(call), call.body) }
}

export async function updateSaml(
  context: ProviderContext,
  call: Call<B2bSsoSamlUpdateRequest>,
): Answer<B2bSsoSamlConnectionResponse> {
  return { connection: await updateSamlConnection(context, await sourceOf(call), idOf(call), call.body) }
}

export async function updateSamlByUrl(
  context: ProviderContext,
  call: Call<B2bSsoSamlUpdateByUrlRequest>,
): Answer<B2bSsoSamlConnectionResponse> {
  return { connection: await updateSamlConnectionByUrl(context, await sourceOf(call), idOf(call), call.body) }
}

export async function removeCertificate(
  context: ProviderContext,
  call: Call<null>,
): Answer<B2bSsoDeleteVerificationCertificateResponse> {
  const certificateId = call.params.certificate_id ?? ''
  await deleteSamlCertificate(context, await sourceOf(call), idOf(call), certificateId)
  return { certificate_id: certificateId }
}

export async function createOidc(
  context: ProviderContext,
  call: Call<B2bSsoOidcCreateRequest>,
): Answer<B2bSsoOidcConnectionResponse> {
  return createOidcConnection(context, await sourceOf(call), call.body)
}

export async function updateOidc(
  context: ProviderContext,
  call: Call<B2bSsoOidcUpdateRequest>,
): Answer<B2bSsoOidcConnectionResponse> {
  return updateOidcConnection(context, await sourceOf(call), idOf(call), call.body)
}

export async function createExternal(
  context: ProviderContext,
  call: Call<B2bSsoExternalCreateRequest>,
): Answer<B2bSsoExternalConnectionResponse> {
  return { connection: await createExternalConnection(context, await sourceOf(call), call.body) }
}

export async function updateExternal(
  context: ProviderContext,
  call: Call<B2bSsoExternalUpdateRequest>,
): Answer<B2bSsoExternalConnectionResponse> {
  return { connection: await updateExternalConnection(context, await sourceOf(call), idOf(call), call.body) }
}

async function sourceOf(call: Call<unknown>): Promise<ConnectionSource> {
  const { organization, roles, caller } = await requireSignedInMember(call)
  refuseImpersonated(caller.session)
  return { source: call, organization, granter: roles.map(({ roleId }) => roleId) }
}

function idOf({ params }: Call<unknown>): string {
  return params.connection_id ?? ''
}
