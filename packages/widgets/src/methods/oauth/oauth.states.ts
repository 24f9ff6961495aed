import { oauthProviders } from '@latchkey/contract'
import type { LoginConfig } from '../../config/login.config.ts'
import { offline } from '../../gallery/fixtures/gallery-state.ts'
import type { MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { form, main, mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'

const oauth: LoginConfig = {
  products: ['oauth', 'emailMagicLinks'],
  oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }, { type: 'github' }] },
}
const everyProvider: LoginConfig = {
  products: ['oauth'],
  oauthOptions: { providers: oauthProviders.map((type) => ({ type })) },
}

export const oauthMainStates: MainGalleryStates = {
  providers: { state: mainWithForm({ tab: 'email_magic_link' }), config: oauth },
  'providers below': {
    state: mainWithForm({ tab: 'email_magic_link' }),
    config: { ...oauth, products: ['emailMagicLinks', 'oauth'] },
  },
  'every provider': { state: mainWithForm({ tab: null }), config: everyProvider },
  'on the way to a provider': {
    state: main({ form: { ...form, tab: 'email_magic_link' }, status: 'leaving', pressed: 'google' }),
    config: oauth,
  },
  'provider refused': {
    state: main({ form: { ...form, tab: 'email_magic_link' }, pressed: 'apple', failure: offline }),
    config: oauth,
  },
  'last used: a provider': { state: mainWithForm({ tab: 'email_magic_link' }), config: oauth, lastUsed: 'google' },
  'last used: the form': {
    state: mainWithForm({ tab: 'email_magic_link' }),
    config: oauth,
    lastUsed: 'email_magic_link',
  },
}
