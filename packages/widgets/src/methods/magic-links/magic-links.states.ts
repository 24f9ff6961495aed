import { ada, longest } from '../../gallery/fixtures/gallery-state.ts'
import type { LoginGalleryStates, MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { form, mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'

export const magicLinkMainStates: MainGalleryStates = {
  'magic link': { state: mainWithForm({ tab: 'email_magic_link' }), config: { products: ['emailMagicLinks'] } },
}

export const magicLinkStates: LoginGalleryStates<'email_confirmation'> = {
  email_confirmation: {
    sent: { state: { screen: 'email_confirmation', email: ada, calls: 1, form } },
    'long address': { state: { screen: 'email_confirmation', email: longest, calls: 1, form } },
  },
}
