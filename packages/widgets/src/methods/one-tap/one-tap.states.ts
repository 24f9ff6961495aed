import type { LoginConfig } from '../../config/login.config.ts'
import type { MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'
import type { LoginStateOf } from '../../login/login.flow.ts'
import type { OneTapState } from './one-tap.flow.ts'
import { noOneTap } from './one-tap.flow.ts'

const oneTap: LoginConfig = {
  products: ['oauth', 'emailMagicLinks'],
  oauthOptions: { providers: [{ type: 'google', one_tap: true }, { type: 'apple' }] },
}

function withOneTap(change: Partial<OneTapState>): LoginStateOf<'main'> {
  return mainWithForm({ tab: 'email_magic_link', oneTap: { ...noOneTap, ...change } })
}

export const oneTapMainStates: MainGalleryStates = {
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
}
