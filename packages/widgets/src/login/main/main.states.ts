import type { LoginConfig } from '../../config/login.config.ts'
import { refusal } from '../../flow/failure.ts'
import { offline } from '../../gallery/fixtures/gallery-state.ts'
import type { MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { main, mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'

const codes: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

/** Main without what the methods add to it. */
export const mainStates: MainGalleryStates = {
  empty: { state: mainWithForm({ email: '' }), config: codes },
  'filled in': { state: main(), config: codes },
  sending: { state: main({ status: 'sending' }), config: codes },
  'not an address': { state: mainWithForm({ email: 'ada' }, refusal('invalid_email_address')), config: codes },
  refused: { state: main({ failure: refusal('inactive_email') }), config: codes },
  offline: { state: main({ failure: offline }), config: codes },
  logo: { state: main(), config: codes, styles: { logo: { logoImageUrl: '/page/logo.svg' } } },
  'without a header': { state: main(), config: codes, styles: { hideHeaderText: true } },
  'without a watermark': { state: main(), config: codes, bootstrap: { displayWatermark: false } },
}
