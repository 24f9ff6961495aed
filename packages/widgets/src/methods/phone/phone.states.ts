import type { LoginConfig } from '../../config/login.config.ts'
import { refusal } from '../../flow/failure.ts'
import type { MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'

const tabs: LoginConfig = { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] } }

export const phoneMainStates: MainGalleryStates = {
  tabs: { state: mainWithForm({ tab: 'sms' }), config: tabs },
  'phone number': { state: mainWithForm({ tab: 'sms', phone: '(415) 555-0134' }), config: tabs },
  'number of another country': {
    state: mainWithForm({ tab: 'whatsapp', phone: '0151 12345678', country: 'DE' }),
    config: tabs,
  },
  'not a number': {
    state: mainWithForm({ tab: 'whatsapp', phone: '12' }, refusal('invalid_phone_number')),
    config: tabs,
  },
  'last used: a tab': { state: mainWithForm({ tab: 'sms' }), config: tabs, lastUsed: 'whatsapp' },
}
