import type { GalleryStates } from '../gallery/fixtures/gallery-state.ts'
import { ada, longest, offline } from '../gallery/fixtures/gallery-state.ts'
import type { Consent } from './consent/consent.ts'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type { AuthorizeParams, IdentityProviderState, IdentityProviderStateOf } from './identity-provider.model.ts'

const params: AuthorizeParams = {
  ...{ client_id: 'client-1', redirect_uri: 'https://notes.example/callback', response_type: 'code' },
  scope: 'openid email profile',
}
const request = { kind: 'authorize', params } as const
const logoutRequest = {
  kind: 'logout',
  params: { client_id: 'client-1', post_logout_redirect_uri: 'https://notes.example/' },
} as const

const descriptions = { 'notes:read': 'Read your notes', 'notes:write': 'Write and delete your notes' }

function asking(
  consent: Partial<Consent> = {},
  change: Partial<IdentityProviderStateOf<'idp_consent'>> = {},
): IdentityProviderStateOf<'idp_consent'> {
  return {
    ...{ screen: 'idp_consent', status: 'ready', request, answer: null, isHasty: false, failure: null, calls: 1 },
    consent: {
      ...{ clientName: 'Notes', clientLogo: null, projectName: 'Latchkey', account: ada },
      ...{ redirectUri: params.redirect_uri, grantable: ['openid', 'email', 'profile'], ungrantable: [] },
      ...{ granted: [], descriptions, manifest: null, isUnverified: false, describedAt: '', ...consent },
    },
    ...change,
  }
}

function success(change: Partial<IdentityProviderStateOf<'idp_success'>>): IdentityProviderStateOf<'idp_success'> {
  return {
    ...{ screen: 'idp_success', status: 'authorize', clientName: 'Notes', request, isLate: false, calls: 1 },
    ...change,
  }
}

function error(change: Partial<IdentityProviderStateOf<'error'>>): IdentityProviderStateOf<'error'> {
  return {
    ...{ screen: 'error', status: 'refused', param: '', failure: null, request },
    ...{ canGoBack: true, calls: 1, ...change },
  }
}

interface Configured {
  readonly config?: IdentityProviderConfig
}

const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Cpath fill="%23c2410c" d="M0 0h8v8H0z"/%3E%3Cpath fill="%23fff" d="M2 2h4v1H2zm0 2h4v1H2zm0 2h2v1H2z"/%3E%3C/svg%3E'

export const identityProviderStates: GalleryStates<IdentityProviderState, Configured> = {
  idp_loading: {
    loading: { state: { screen: 'idp_loading', status: 'preflight', request, clientName: '', calls: 1 } },
    leaving: { state: { screen: 'idp_loading', status: 'leaving', request: logoutRequest, clientName: '', calls: 1 } },
  },
  idp_consent: {
    'standard scopes': { state: asking() },
    'all that can be asked for': {
      state: asking({
        grantable: ['openid', 'phone', 'offline_access', 'full_access', 'notes:read', 'notes:share'],
        clientLogo: logo,
      }),
    },
    'more than before': {
      state: asking({ grantable: ['openid', 'email', 'notes:read', 'notes:write'], granted: ['openid', 'notes:read'] }),
    },
    'more than can be granted': {
      state: asking({ grantable: ['openid', 'notes:read'], ungrantable: ['notes:write', 'notes:share'] }),
    },
    'nothing that can be granted': { state: asking({ grantable: [], ungrantable: ['notes:write'] }) },
    'words of the host page': {
      state: asking({
        manifest: [
          { header: 'Notes wants to see:', items: [{ text: 'Your notes', details: ['Titles', 'Texts', 'Pictures'] }] },
          { header: 'Notes wants to change:', items: [{ text: 'Shared notes', details: [] }] },
        ],
      }),
    },
    'much to say': {
      state: asking({
        clientName: 'An application whose name is much longer than any user would expect',
        account: longest,
        ...{ isUnverified: true, describedAt: 'notes.example', redirectUri: 'com.example.notes:/in' },
        grantable: ['openid', 'profile', 'a-scope-with-a-name-that-does-not-end:before-the-line-it-is-in'],
      }),
    },
    allowing: { state: asking({}, { status: 'submitting', answer: 'allow' }) },
    denying: { state: asking({}, { status: 'submitting', answer: 'deny' }) },
    'allowed too early': { state: asking({}, { isHasty: true }) },
    offline: { state: asking({}, { failure: offline }) },
  },
  idp_logout: {
    asking: {
      state: {
        ...{ screen: 'idp_logout', status: 'asking', request: logoutRequest, projectName: 'Latchkey' },
        ...{ redirectUri: 'https://notes.example/', calls: 1 },
      },
    },
  },
  idp_denied: {
    access: {
      state: {
        ...{ screen: 'idp_denied', status: 'authorize', request, calls: 1 },
        consent: { clientName: 'Notes', grantable: [] },
      },
    },
    logout: { state: { screen: 'idp_denied', status: 'logout', redirectUri: 'https://notes.example/', calls: 1 } },
  },
  idp_success: {
    access: { state: success({}) },
    'still here': { state: success({ isLate: true }) },
    logout: { state: success({ status: 'logout', clientName: '', request: logoutRequest }) },
  },
  error: {
    'a parameter is missing': { state: error({ status: 'missing_parameter', param: 'client_id', request: null }) },
    framed: { state: error({ status: 'framed', request: null, canGoBack: false }) },
    'signed out': { state: error({ status: 'no_session' }) },
    'signed out, with a login page': { state: error({ status: 'no_session' }), config: { loginURL: '/login' } },
    refused: {
      state: error({
        failure: {
          ...{ name: 'ApiError', error_type: 'oauth_client_not_found' },
          error_message: 'The client application is not registered with the project.',
        },
      }),
    },
    offline: { state: error({ failure: offline }) },
  },
}
