import { refusal } from '../../flow/failure.ts'
import { ada, linkedAddress, offline } from '../../gallery/fixtures/gallery-state.ts'
import type { LoginGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { form } from '../../gallery/fixtures/login-gallery-state.ts'
import type { LoginStateOf } from '../login.flow.ts'
import type { Landing } from './landing.flow.ts'
import { startLanding } from './landing.flow.ts'

const newLink = { type: 'send_magic_link', email: ada, tab: 'email_magic_link' } as const

function landing(change: Partial<Landing>): LoginStateOf<'landing'> {
  return { ...startLanding(null, 1), form, ...change }
}

export const landingStates: LoginGalleryStates<'landing'> = {
  landing: {
    verifying: { state: landing({}) },
    'asked for elsewhere': { state: landing({ status: 'unconfirmed', account: linkedAddress }) },
    'asked for elsewhere, account unknown': { state: landing({ status: 'unconfirmed' }) },
    expired: { state: landing({ status: 'failed', problem: 'expired', remedy: newLink }) },
    'expired, address unknown': { state: landing({ status: 'failed', problem: 'expired' }) },
    'other browser': { state: landing({ status: 'failed', problem: 'other_browser' }) },
    canceled: {
      state: landing({ status: 'failed', problem: 'canceled', remedy: { type: 'start_oauth', provider: 'google' } }),
    },
    offline: { state: landing({ status: 'failed', failure: offline, remedy: { type: 'authenticate_landing' } }) },
    failed: { state: landing({ status: 'failed', failure: refusal('oauth_flow_callback_error') }) },
  },
}
