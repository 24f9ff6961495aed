import { refusal } from '../flow/failure.ts'
import { successNotice } from '../flow/notice.ts'
import type { GalleryStates } from '../gallery/fixtures/gallery-state.ts'
import { ada, linkedAddress, longest, minute, offline } from '../gallery/fixtures/gallery-state.ts'
import type { OtpAuthenticate } from '../methods/otps/otps.flow.ts'
import { strengths } from '../methods/passwords/passwords.states.ts'
import { nothingTyped } from '../methods/passwords/strength.flow.ts'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import type {
  AppCode,
  B2bLoginState,
  Base,
  Discovery,
  EnterPassword,
  Entry,
  Failed,
  NewPassword,
  PendingMember,
  SignInOrganization,
  SsoConnection,
  SsoFallback,
  SsoMenu,
} from './flow/b2b-state.ts'

const acme: SignInOrganization = { id: 'organization-acme', name: 'Acme', logoUrl: '', allowed: null, connections: [] }
const globex: SignInOrganization = { ...acme, id: 'organization-globex', name: 'Globex' }
const longNamed: SignInOrganization = {
  ...{ ...acme, id: 'organization-long' },
  name: 'The International Society of Manufacturers of Remarkably Long Company Names',
}

const base: Base = { email: ada, organization: null, required: null, calls: 1 }
const inAcme: Base = { ...base, organization: acme }

const entries: readonly Entry[] = [
  { organization: acme, kind: 'enter', requires: 'nothing', connectionId: null },
  { organization: globex, kind: 'enter', requires: 'second_factor', connectionId: null },
  {
    organization: { ...acme, id: 'organization-initech', name: 'Initech' },
    kind: 'accept',
    requires: 'nothing',
    connectionId: null,
  },
  {
    organization: { ...acme, id: 'organization-hooli', name: 'Hooli' },
    kind: 'join',
    requires: 'first_factor',
    connectionId: null,
  },
]

function list(change: Partial<Discovery> = {}): Discovery {
  return {
    ...{ ...base, screen: 'discovery', entries, status: 'choosing', mayCreate: true },
    ...{ pressed: '', name: '', failure: null, ...change },
  }
}

const member: PendingMember = { organizationId: acme.id, memberId: 'member-ada', phone: '', enrolled: [] }
const pending = { ...inAcme, member, factors: ['totp', 'sms_otp'] } as const
const enrolled = { ...pending, member: { ...member, phone: '+15005550006', enrolled: ['totp', 'sms_otp'] } } as const

function entry(type: 'email' | 'sms', change: Partial<OtpAuthenticate> = {}): OtpAuthenticate {
  return {
    screen: 'otp_authenticate',
    otp: { type, methodId: '', otpDestination: type === 'sms' ? '+15005550006' : ada },
    ...{ code: '', status: 'counting_down', resend: 'initial', failure: null },
    ...{ expiresAt: 5 * minute, remainingMs: 2 * minute, calls: 1, checkCall: 0, sendCall: 1, passcodeCall: 1 },
    ...{ isSignedIn: false, ...change },
  }
}

const app = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  // A drawing in place of a real code, which would be long.
  qrCode: 'data:image/gif;base64,R0lGODlhCAAIAPAAAAAAAP///yH5BAAAAAAALAAAAAAIAAgAAAINhG+hq4wPXXRTUvYuAAA7',
  recoveryCodes: Array.from({ length: 8 }, (_, index) => `${index}k2m-9xq${index}-w4tz`),
}

function appCode(change: Partial<AppCode> = {}): AppCode {
  return { ...enrolled, screen: 'totp_entry', code: '', status: 'editing', app: null, failure: null, ...change }
}

type PasswordForm = Omit<EnterPassword, 'screen'>

function password(change: Partial<PasswordForm> = {}): PasswordForm {
  return {
    ...{ ...inAcme, typed: '', status: 'editing', chosen: null, failure: null },
    ...change,
  }
}

const wrongPassword = password({ typed: 'correct horse', failure: refusal('unauthorized_credentials') })

function newPassword(change: Partial<NewPassword> = {}): NewPassword {
  return {
    ...{ ...base, screen: 'password_reset_form', token: 'token', typed: '', strength: nothingTyped },
    ...{ status: 'editing', failure: null, sendCall: 0, ...change },
  }
}

function failed(kind: Failed['kind'], change: Partial<Failed> = {}): Failed {
  return { ...inAcme, screen: 'error', kind, failure: null, retry: null, ...change }
}

/** The configuration of a state, for screens that show other ways to sign in. */
interface Configured {
  readonly config?: B2bLoginConfig
}

const all: Configured = {
  config: { authFlowType: 'Organization', products: ['passwords', 'emailMagicLinks', 'emailOtp'] },
}
const byMail: Configured = { config: { authFlowType: 'Discovery', products: ['emailMagicLinks', 'emailOtp'] } }

const providers = ['google', 'microsoft', 'hubspot'] as const
const withButtons: Configured = {
  config: { authFlowType: 'Discovery', products: ['emailMagicLinks', 'sso', 'oauth'], oauthOptions: { providers } },
}
const buttonsFirst: Configured = {
  config: { authFlowType: 'Discovery', products: ['oauth', 'sso', 'emailOtp'], oauthOptions: { providers } },
}
const linkOrPassword: Configured = {
  config: { authFlowType: 'Discovery', products: ['sso', 'emailMagicLinks', 'passwords'] },
}

const emptyMain = { screen: 'main', status: 'editing', pressed: '', failure: null } as const
const connectionNames = ['Okta', 'Entra ID of the subsidiary', 'Okta (test)', 'Generic']

function connectionsOf(names: readonly string[]): readonly SsoConnection[] {
  return names.map((name, index) => ({ id: `connection-${index}`, name }))
}

function connected(names: readonly string[]): Base {
  return { ...inAcme, email: '', organization: { ...acme, connections: connectionsOf(names) } }
}

function menu(change: Partial<SsoMenu> = {}): SsoMenu {
  return {
    ...{ ...base, screen: 'sso_discovery_menu', connections: connectionsOf(connectionNames) },
    ...{ status: 'choosing', pressed: '', failure: null, ...change },
  }
}

function slugForm(change: Partial<SsoFallback> = {}): SsoFallback {
  return { ...base, screen: 'sso_discovery_fallback', slug: '', status: 'editing', failure: null, ...change }
}

export const b2bLoginStates: GalleryStates<B2bLoginState, Configured> = {
  main: {
    empty: { state: { ...base, email: '', screen: 'main', status: 'editing', pressed: '', failure: null } },
    'of an organization': {
      state: { ...inAcme, email: '', screen: 'main', status: 'editing', pressed: '', failure: null },
    },
    'long name': {
      state: {
        ...base,
        email: '',
        organization: longNamed,
        screen: 'main',
        status: 'editing',
        pressed: '',
        failure: null,
      },
    },
    'another factor': {
      state: { ...inAcme, required: ['password'], screen: 'main', status: 'editing', pressed: '', failure: null },
    },
    loading: { state: { ...base, screen: 'main', status: 'loading', pressed: '', failure: null } },
    sending: { state: { ...base, screen: 'main', status: 'sending', pressed: '', failure: null } },
    'with buttons': { state: { ...emptyMain, ...base, email: '' }, ...withButtons },
    'buttons first': { state: { ...emptyMain, ...base, email: '' }, ...buttonsFirst },
    'link or password': { state: { ...emptyMain, ...base, email: '' }, ...linkOrPassword },
    'one connection': { state: { ...emptyMain, ...connected(['Okta']) }, ...withButtons },
    'three connections': { state: { ...emptyMain, ...connected(connectionNames.slice(0, 3)) }, ...withButtons },
    'many connections': { state: { ...emptyMain, ...connected(connectionNames) }, ...withButtons },
    'only sso': {
      state: { ...emptyMain, ...connected(['Okta']), required: ['sso'] },
      ...withButtons,
    },
    leaving: {
      state: { ...emptyMain, ...connected(['Okta']), status: 'leaving', pressed: 'connection-0' },
      ...withButtons,
    },
    'a button offline': { state: { ...emptyMain, ...base, pressed: 'google', failure: offline }, ...withButtons },
    'not an address': {
      state: {
        ...base,
        email: 'ada',
        screen: 'main',
        status: 'editing',
        pressed: '',
        failure: refusal('invalid_email'),
      },
    },
    offline: { state: { ...base, screen: 'main', status: 'editing', pressed: '', failure: offline } },
  },
  landing: {
    verifying: { state: { ...base, screen: 'landing', status: 'verifying', account: '' } },
    'asked for elsewhere': { state: { ...base, screen: 'landing', status: 'unconfirmed', account: linkedAddress } },
  },
  error: {
    'unknown organization': { state: failed('Organization', { retry: 'find_organization' }) },
    'expired or used link': { state: failed('EmailMagicLink') },
    'no way to sign in': { state: failed('CannotJoinOrgDueToAuthPolicy') },
    'ad blocker': { state: failed('AdBlockerDetected', { failure: offline, retry: 'find_organization' }) },
    'domain of another organization': { state: failed('OrganizationDiscoveryClaimedDomain') },
    'single sign-on failed': { state: failed('Default', { failure: refusal('sso_authentication_failed') }) },
    offline: { state: failed('Default', { failure: offline, retry: 'redeem_link' }) },
  },
  sso_discovery_email: {
    empty: { state: { ...base, email: '', screen: 'sso_discovery_email', status: 'editing', failure: null } },
    sending: { state: { ...base, screen: 'sso_discovery_email', status: 'sending', failure: null } },
    'not an address': {
      state: {
        ...{ ...base, email: 'ada', screen: 'sso_discovery_email', status: 'editing' },
        failure: refusal('invalid_email'),
      },
    },
  },
  sso_discovery_fallback: {
    empty: { state: slugForm() },
    'unknown slug': { state: slugForm({ slug: 'acm', failure: refusal('organization_not_found') }) },
    'without a connection': {
      state: slugForm({ slug: 'globex', failure: refusal('no_sso_connection_exists_for_organization') }),
    },
  },
  sso_discovery_menu: {
    choosing: { state: menu() },
    leaving: { state: menu({ status: 'leaving', pressed: 'connection-1' }) },
    offline: { state: menu({ pressed: 'connection-1', failure: offline }) },
  },
  logged_in: { success: { state: { ...inAcme, screen: 'logged_in', status: 'success' } } },
  email_method_selection: {
    choosing: {
      state: { ...base, screen: 'email_method_selection', status: 'choosing', chosen: null, failure: null },
      ...byMail,
    },
    sending: {
      state: { ...base, screen: 'email_method_selection', status: 'sending', chosen: 'email_otp', failure: null },
      ...byMail,
    },
    offline: {
      state: { ...base, screen: 'email_method_selection', status: 'choosing', chosen: null, failure: offline },
      ...byMail,
    },
  },
  email_confirmation: {
    sent: { state: { ...base, screen: 'email_confirmation', resend: 'initial' } },
    'sent again': {
      state: { ...base, screen: 'email_confirmation', resend: 'sent' },
      notice: successNotice('email_resent'),
    },
  },
  email_otp_entry: { sent: { state: { ...base, screen: 'email_otp_entry', entry: entry('email') } } },
  password_authenticate: {
    empty: { state: { ...password(), screen: 'password_authenticate' }, ...all },
    verifying: {
      state: { ...password({ typed: 'correct horse', status: 'verifying' }), screen: 'password_authenticate' },
      ...all,
    },
    wrong: { state: { ...wrongPassword, screen: 'password_authenticate' }, ...all },
  },
  password_email: {
    empty: { state: { ...password({ email: '' }), screen: 'password_email' }, ...byMail },
    'not an address': {
      state: { ...password({ email: 'ada', failure: refusal('invalid_email') }), screen: 'password_email' },
      ...byMail,
    },
    wrong: { state: { ...wrongPassword, screen: 'password_email' }, ...byMail },
  },
  password_forgot_form: {
    prefilled: { state: { ...inAcme, screen: 'password_forgot_form', status: 'editing', failure: null } },
    sending: { state: { ...inAcme, screen: 'password_forgot_form', status: 'sending', failure: null } },
  },
  password_set_new_confirmation: {
    sent: { state: { ...inAcme, screen: 'password_set_new_confirmation', resend: 'initial' } },
  },
  password_reset_form: {
    empty: { state: newPassword() },
    good: { state: newPassword({ typed: 'correct horse', strength: strengths.good ?? nothingTyped }) },
  },
  password_reset_verify_confirmation: {
    success: { state: { ...inAcme, screen: 'password_reset_verify_confirmation', status: 'success' } },
  },
  discovery: {
    choosing: { state: list() },
    'long names': {
      state: list({
        email: longest,
        entries: [{ organization: longNamed, kind: 'accept', requires: 'second_factor', connectionId: null }],
      }),
    },
    entering: { state: list({ status: 'entering', pressed: globex.id }) },
    offline: { state: list({ failure: offline }) },
    'without an organization': { state: list({ entries: [] }) },
    'without a way on': { state: list({ entries: [], mayCreate: false }) },
    naming: { state: list({ status: 'naming', name: 'Initech' }) },
    'without a name': { state: list({ status: 'naming', failure: refusal('name_required') }) },
    creating: { state: list({ status: 'creating', name: 'Initech' }) },
  },
  mfa_enrollment_selection: {
    choosing: { state: { ...pending, screen: 'mfa_enrollment_selection', status: 'choosing', failure: null } },
    enrolled: { state: { ...enrolled, screen: 'mfa_enrollment_selection', status: 'choosing', failure: null } },
    starting: { state: { ...pending, screen: 'mfa_enrollment_selection', status: 'starting', failure: null } },
    offline: { state: { ...pending, screen: 'mfa_enrollment_selection', status: 'choosing', failure: offline } },
  },
  sms_otp_enrollment: {
    empty: {
      state: { ...pending, screen: 'sms_otp_enrollment', phone: '', country: 'US', status: 'editing', failure: null },
    },
    wrong: {
      state: {
        ...{ ...pending, screen: 'sms_otp_enrollment', phone: '123', country: 'DE', status: 'editing' },
        failure: refusal('invalid_phone_number'),
      },
    },
  },
  sms_otp_entry: {
    enrolling: { state: { ...pending, screen: 'sms_otp_entry', entry: entry('sms'), isEnrolling: true } },
    'another way': { state: { ...enrolled, screen: 'sms_otp_entry', entry: entry('sms'), isEnrolling: false } },
  },
  totp_enrollment_qr_code: { shown: { state: { ...pending, screen: 'totp_enrollment_qr_code', app } } },
  totp_enrollment_manual: { shown: { state: { ...pending, screen: 'totp_enrollment_manual', app } } },
  totp_entry: {
    empty: { state: appCode() },
    enrolling: { state: appCode({ ...pending, app }) },
    verifying: { state: appCode({ code: '123456', status: 'verifying' }) },
    wrong: { state: appCode({ failure: refusal('totp_code_not_found') }) },
    offline: { state: appCode({ code: '123456', failure: offline }) },
  },
  recovery_code_entry: {
    empty: { state: { ...enrolled, screen: 'recovery_code_entry', typed: '', status: 'editing', failure: null } },
    'nothing typed': {
      state: {
        ...{ ...enrolled, screen: 'recovery_code_entry', typed: '', status: 'editing' },
        failure: refusal('code_required'),
      },
    },
  },
  recovery_code_save: {
    'not yet': { state: { ...inAcme, screen: 'recovery_code_save', codes: app.recoveryCodes, kept: 'not_yet' } },
    copied: { state: { ...inAcme, screen: 'recovery_code_save', codes: app.recoveryCodes, kept: 'copied' } },
  },
}
