import type { SsoTestCheck } from '@latchkey/contract/b2b'
import type { GalleryStates } from '../../gallery/fixtures/gallery-state.ts'
import { offline } from '../../gallery/fixtures/gallery-state.ts'
import type { Access } from '../access/access.flow.ts'
import { allowed } from '../access/access.flow.ts'
import type { SsoSetupConfig } from './sso.config.ts'
import type {
  ConnectionState,
  ConnectionsState,
  ShownConnection,
  SsoConfirmState,
  SsoState,
  SsoViewer,
} from './sso-state.flow.ts'

const deniedTo: Access = { isAllowed: false, role: 'latchkey_admin' }
const accessFor = (of: Access) => ({ get: of, create: of, update: of, delete: of })
const roles = [
  { id: 'latchkey_admin', description: '', isGivable: true },
  { id: 'editor', description: 'Editors', isGivable: true },
]
const admin: SsoViewer = { isKnown: true, organizationId: 'acme', access: accessFor(allowed), roles }
const reader: SsoViewer = { ...admin, access: { ...accessFor(deniedTo), get: allowed } }

const day = 24 * 60 * 60_000
const now = Date.UTC(2030, 0, 1)
const print = (byte: string): string => Array.from({ length: 32 }, () => byte).join(':')

const none = { values: [], metadataUrl: '', issuer: '', clientId: '', hasSecret: false, certificates: [], groups: [] }

const okta: ShownConnection = {
  ...{ ...none, id: 'okta', kind: 'saml', name: 'Okta', isActive: true },
  values: [
    { name: 'acs', value: 'https://auth.example.com/v1/sso/callback/saml-connection-live-1' },
    { name: 'entity', value: 'https://auth.example.com/v1/sso/metadata/saml-connection-live-1' },
  ],
  metadataUrl: 'https://acme.okta.example/app/metadata',
  certificates: [
    { id: 'expired', fingerprint: print('0A'), expiresAt: now - day },
    { id: 'soon', fingerprint: print('1B'), expiresAt: now + 7 * day },
    { id: 'good', fingerprint: print('2C'), expiresAt: now + 400 * day },
  ],
  groups: [{ group: 'Engineering', role_id: 'editor' }],
}
const entra: ShownConnection = {
  ...{ ...none, id: 'entra', kind: 'oidc', name: 'Microsoft Entra ID', isActive: true, hasSecret: true },
  values: [{ name: 'redirect', value: 'https://auth.example.com/v1/sso/callback/oidc-connection-live-1' }],
  ...{ issuer: 'https://login.example.com/tenant/v2.0', clientId: 'client' },
}
const fresh: ShownConnection = {
  ...okta,
  id: 'new',
  name: '',
  isActive: false,
  metadataUrl: '',
  certificates: [],
  groups: [],
}
const shared: ShownConnection = { ...none, id: 'shared', kind: 'external', name: 'Holding', isActive: true }

const base = {
  viewer: admin,
  connections: [okta, entra, fresh, shared],
  failure: null,
  calls: 1,
  testCalls: 0,
  now,
} as const

const list = (change: Partial<ConnectionsState> = {}): ConnectionsState => ({
  ...{ ...base, screen: 'sso_connections', status: 'ready', deleted: '', ...change },
})
const one = (connection: ShownConnection, change: Partial<ConnectionState> = {}): ConnectionState => ({
  ...{ ...base, screen: 'sso_connection', status: 'viewing', connection, part: 'name', isSaved: false, copied: '' },
  draft: {
    ...{ name: connection.name, metadataUrl: connection.metadataUrl, metadataXml: '', issuer: connection.issuer },
    ...{ clientId: connection.clientId, clientSecret: '', group: '', role: '' },
  },
  ...{ test: null, ...change },
})
const confirm = (change: Partial<SsoConfirmState> = {}): SsoConfirmState => ({
  ...{ ...base, screen: 'sso_confirm', status: 'asking', certificateId: '', before: one(okta), ...change },
})

const passed: SsoTestCheck = { check: 'signature', outcome: 'passed', code: null, expected: '', got: '', advice: null }
const failed: SsoTestCheck = {
  ...{ check: 'audience', outcome: 'failed', code: 'audience' },
  expected: 'https://auth.example.com/v1/sso/metadata/saml-connection-live-1',
  got: 'https://auth.example.com/metadata',
  advice: 'Set Audience URI (SP Entity ID) at Okta to the expected value.',
}
const result = { attributes: {}, identity: null, idp_mfa: false, join: null }
const test = { url: 'https://auth.example.com/test', testId: 'test', expiresAt: now + 600_000 }
const rejected = { name: 'SchemaError', error_type: 'setting_rejected', error_message: 'must be metadata of SAML 2.0' }

export const ssoStates: GalleryStates<SsoState, { readonly config?: SsoSetupConfig }> = {
  sso_connections: {
    list: { state: list() },
    none: { state: list({ connections: [] }) },
    deleted: { state: list({ deleted: 'Okta', connections: [entra] }) },
    'without permissions': { state: list({ viewer: reader }) },
    closed: { state: list({ status: 'closed', viewer: { ...admin, access: accessFor(deniedTo) } }) },
    loading: { state: list({ status: 'loading', connections: [] }) },
    offline: { state: list({ status: 'failed', connections: [], failure: offline }) },
  },
  sso_connection: {
    saml: { state: one(okta) },
    'new saml': { state: one(fresh) },
    oidc: { state: one(entra, { part: 'take', isSaved: true }) },
    shared: { state: one(shared) },
    copied: { state: one(okta, { copied: okta.values[0]?.value ?? '' }) },
    'wrong metadata': { state: one(fresh, { part: 'take', failure: rejected }) },
    'without permissions': { state: one(okta, { viewer: reader }) },
    'test waits': { state: one(okta, { test: { ...test, status: 'waiting', result: null } }) },
    'test failed': {
      state: one(okta, {
        test: {
          ...test,
          status: 'finished',
          result: { ...result, passed: false, code: 'audience', checks: [passed, failed] },
        },
      }),
    },
    'test passed': {
      state: one(okta, {
        test: { ...test, status: 'finished', result: { ...result, passed: true, code: null, checks: [passed] } },
      }),
    },
  },
  sso_confirm: {
    connection: { state: confirm() },
    certificate: { state: confirm({ certificateId: 'good' }) },
  },
}
