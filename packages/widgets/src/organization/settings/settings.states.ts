import { refusal } from '../../flow/failure.ts'
import type { GalleryStates } from '../../gallery/fixtures/gallery-state.ts'
import { offline } from '../../gallery/fixtures/gallery-state.ts'
import type { Access } from '../access/access.flow.ts'
import { allowed } from '../access/access.flow.ts'
import type { OrganizationSettingsConfig } from './settings.config.ts'
import type { SettingsAccess, SettingsState, SettingsValues, SettingsViewer } from './settings.flow.ts'
import { noSettings } from './settings.flow.ts'

function accessFor(of: Access): SettingsAccess {
  return {
    ...{ name: of, slug: of, domains: of, emailJit: of, invites: of, isRestricted: of, methods: of },
    ...{ mfaPolicy: of, isMfaRestricted: of, mfaMethods: of },
  }
}

const admin: SettingsViewer = { isKnown: true, organizationId: 'acme', access: accessFor(allowed) }
const deniedTo: Access = { isAllowed: false, role: 'latchkey_admin' }

const stored: SettingsValues = {
  ...{ ...noSettings, name: 'Acme', slug: 'acme', domains: ['acme.example', 'a-very-long-domain-of-acme.example'] },
  ...{ emailJit: 'RESTRICTED', mfaMethods: ['sms_otp', 'totp'], methods: ['magic_link', 'sso'] },
}
const ssoOnly: SettingsValues = { ...stored, isRestricted: true, methods: ['sso'], mfaPolicy: 'REQUIRED_FOR_ALL' }

function state(change: Partial<SettingsState> = {}): SettingsState {
  return {
    ...{ screen: 'organization_settings', status: 'viewing', viewer: admin, stored, draft: stored },
    ...{ newDomain: '', part: 'details', isSaved: false, failure: null, calls: 1, ...change },
  }
}

const rejected = {
  ...{ name: 'SchemaError', error_type: 'setting_rejected' },
  error_message: 'must not be sso only, without a break-glass member',
}

export const settingsStates: GalleryStates<SettingsState, { readonly config?: OrganizationSettingsConfig }> = {
  organization_settings: {
    admin: { state: state() },
    changed: { state: state({ draft: { ...ssoOnly, name: 'Acme Corporation' } }) },
    'not possible': { state: state({ draft: ssoOnly, part: 'methods', failure: rejected }) },
    saving: { state: state({ status: 'saving', draft: { ...stored, name: 'Acme Corporation' } }) },
    saved: { state: state({ isSaved: true }) },
    'without permissions': { state: state({ viewer: { ...admin, access: accessFor(deniedTo) } }) },
    'no domain': { state: state({ stored: { ...stored, domains: [] }, draft: { ...stored, domains: [] } }) },
    'wrong domain': { state: state({ newDomain: 'acme', part: 'joining', failure: refusal('invalid_domain') }) },
    'some methods': {
      state: state({ draft: { ...stored, isRestricted: true } }),
      config: { allowedAuthMethods: ['emailMagicLinks', 'password', 'sso'], allowedMfaAuthMethods: ['totp'] },
    },
    'slug of another organization': { state: state({ failure: refusal('organization_slug_already_used') }) },
    loading: { state: state({ status: 'loading' }) },
    offline: { state: state({ status: 'failed', failure: offline }) },
    'signed out': { state: state({ status: 'closed', viewer: { ...admin, organizationId: null } }) },
  },
}
