import {
  b2bSsoDeleteConnection,
  b2bSsoDiscoverConnections,
  b2bSsoExternalCreate,
  b2bSsoExternalUpdate,
  b2bSsoGetConnections,
  b2bSsoOidcCreate,
  b2bSsoOidcUpdate,
  b2bSsoSamlCreate,
  b2bSsoSamlDeleteVerificationCertificate,
  b2bSsoSamlUpdate,
  b2bSsoSamlUpdateByUrl,
} from '@latchkey/contract/b2b'
import { type Route, route } from '../../core/route.ts'
import type { Page } from '../../http/page.ts'
import { ssoMetadataPage } from './metadata.page.ts'
import {
  createExternal,
  createOidc,
  createSaml,
  findConnections,
  getConnections,
  removeCertificate,
  removeConnection,
  updateExternal,
  updateOidc,
  updateSaml,
  updateSamlByUrl,
} from './sso.service.ts'

const vertical = 'B2B'
const resource = 'sso'
const create = { vertical, permission: { resource, action: 'create' } } as const
const update = { vertical, permission: { resource, action: 'update' } } as const
/** Metadata of an identity provider, with the escapes of JSON. */
const bodyLimit = 524_288

/** The connections of the organization of the signed-in admin. */
export const ssoRoutes: readonly Route[] = [
  route(b2bSsoGetConnections, getConnections, { vertical, permission: { resource, action: 'get' } }),
  route(b2bSsoDiscoverConnections, findConnections, { vertical }),
  route(b2bSsoSamlCreate, createSaml, create),
  route(b2bSsoSamlUpdate, updateSaml, { ...update, bodyLimit }),
  route(b2bSsoSamlUpdateByUrl, updateSamlByUrl, update),
  route(b2bSsoSamlDeleteVerificationCertificate, removeCertificate, update),
  route(b2bSsoOidcCreate, createOidc, create),
  route(b2bSsoOidcUpdate, updateOidc, update),
  route(b2bSsoExternalCreate, createExternal, create),
  route(b2bSsoExternalUpdate, updateExternal, update),
  route(b2bSsoDeleteConnection, removeConnection, { vertical, permission: { resource, action: 'delete' } }),
]

export const ssoPages: readonly Page[] = [ssoMetadataPage]
