import { oauthProviders } from '@latchkey/contract'
import { refusal } from '../flow/failure.ts'
import type { LoginConfig } from '../login/config/login.config.ts'
import type { LoginStateOf } from '../login/login.flow.ts'
import type { OneTapState } from '../methods/one-tap/one-tap.flow.ts'
import { noOneTap } from '../methods/one-tap/one-tap.flow.ts'
import type { PasskeysState } from '../methods/passkeys/passkeys.flow.ts'
import { offline } from './gallery-state.ts'
import type { LoginGalleryState } from './login-gallery-state.ts'
import { form, main, mainWithForm as withForm } from './login-gallery-state.ts'

const codes: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const links: LoginConfig = { products: ['emailMagicLinks'] }
const tabs: LoginConfig = { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] } }
const oauth: LoginConfig = {
  products: ['oauth', 'emailMagicLinks'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }, { type: 'github' }] },
}
const oneTap: LoginConfig = {
  ...oauth,
  oauthOptions: { providers: [{ type: 'google', one_tap: true }, { type: 'apple' }] },
}
const everyProvider: LoginConfig = {
  products: ['oauth'],
  oauthOptions: { providers: oauthProviders.map((type) => ({ type })) },
}
const passkeys: LoginConfig = { products: ['emailMagicLinks', 'passkeys'] }
const passkeysHere: PasskeysState = {
  ...{ status: 'resting', hasAutofill: false, isAutofill: false, failures: 0 },
  ...{ failure: null, call: 0, isSignedIn: false },
}

function withOneTap(change: Partial<OneTapState>): LoginStateOf<'main'> {
  return withForm({ tab: 'email_magic_link', oneTap: { ...noOneTap, ...change } })
}

export const mainStates: Readonly<Record<string, LoginGalleryState<'main'>>> = {
  empty: { state: withForm({ email: '' }), config: codes },
  'filled in': { state: main(), config: codes },
  sending: { state: main({ status: 'sending' }), config: codes },
  'not an address': { state: withForm({ email: 'ada' }, refusal('invalid_email_address')), config: codes },
  refused: { state: main({ failure: refusal('inactive_email') }), config: codes },
  offline: { state: main({ failure: offline }), config: codes },
  'magic link': { state: withForm({ tab: 'email_magic_link' }), config: links },
  tabs: { state: withForm({ tab: 'sms' }), config: tabs },
  'phone number': { state: withForm({ tab: 'sms', phone: '(415) 555-0134' }), config: tabs },
  'number of another country': {
    state: withForm({ tab: 'whatsapp', phone: '0151 12345678', country: 'DE' }),
    config: tabs,
  },
  'not a number': {
    state: withForm({ tab: 'whatsapp', phone: '12' }, refusal('invalid_phone_number')),
    config: tabs,
  },
  'with a password': {
    state: withForm({ tab: 'email_password' }),
    config: { products: ['passwords', 'otp'], otpOptions: { methods: ['sms'] } },
  },
  providers: { state: withForm({ tab: 'email_magic_link' }), config: oauth },
  'providers below': {
    state: withForm({ tab: 'email_magic_link' }),
    config: { ...oauth, products: ['emailMagicLinks', 'oauth'] },
  },
  'every provider': { state: withForm({ tab: null }), config: everyProvider },
  'on the way to a provider': {
    state: main({ form: { ...form, tab: 'email_magic_link' }, status: 'leaving', pressed: 'google' }),
    config: oauth,
  },
  'provider refused': {
    state: main({ form: { ...form, tab: 'email_magic_link' }, pressed: 'apple', failure: offline }),
    config: oauth,
  },
  'One Tap is asked for': { state: withOneTap({}), config: oneTap },
  'One Tap in the widget': { state: withOneTap({ status: 'shown', isEmbedded: true, height: 160 }), config: oneTap },
  'One Tap over the page': { state: withOneTap({ status: 'shown' }), config: oneTap },
  'One Tap refused': {
    state: withOneTap({ status: 'error', problem: { reason: 'origin_not_allowed', detail: '', isTest: true } }),
    config: oneTap,
  },
  'One Tap refused in other words': {
    state: withOneTap({
      status: 'error',
      problem: { reason: 'unknown_reason', detail: 'opt_out_or_no_session', isTest: true },
    }),
    config: oneTap,
  },
  passkeys: { state: withForm({ tab: 'email_magic_link', passkeys: passkeysHere }), config: passkeys },
  'asking for a passkey': {
    state: withForm({ tab: 'email_magic_link', passkeys: { ...passkeysHere, status: 'asking' } }),
    config: passkeys,
  },
  'passkey refused': {
    state: withForm({
      tab: 'email_magic_link',
      passkeys: { ...passkeysHere, failures: 1, failure: refusal('webauthn_registration_not_found') },
    }),
    config: passkeys,
  },
  'last used: a provider': { state: withForm({ tab: 'email_magic_link' }), config: oauth, lastUsed: 'google' },
  'last used: the form': { state: withForm({ tab: 'email_magic_link' }), config: oauth, lastUsed: 'email_magic_link' },
  'last used: a tab': { state: withForm({ tab: 'sms' }), config: tabs, lastUsed: 'whatsapp' },
  logo: { state: main(), config: codes, styles: { logo: { logoImageUrl: '/page/logo.svg' } } },
  'without a header': { state: main(), config: codes, styles: { hideHeaderText: true } },
  'without a watermark': { state: main(), config: codes, bootstrap: { displayWatermark: false } },
}
