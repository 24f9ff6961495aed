import type { OtpMethod, Product } from '@latchkey/contract'
import { products as knownProducts, oauthProviders, otpMethods, sessionDurationMinutes } from '@latchkey/contract'
import type { PasswordlessWay } from '../methods/passwords/passwords.flow.ts'
import type {
  ButtonProduct,
  ConfigProblem,
  Group,
  LoginConfig,
  OAuthProviderOptions,
  PlannedLogin,
  Tab,
} from './login.config.ts'

/** Reads a configuration that anybody may have written, in any language: what it cannot mean is a named problem. */
export function planLogin(config: LoginConfig): PlannedLogin {
  const products: readonly Product[] = config.products ?? ['emailMagicLinks']
  const methods = config.otpOptions?.methods ?? []
  const providers = config.oauthOptions?.providers ?? []
  if (
    !isListOf(knownProducts, products) ||
    !isListOf(otpMethods, methods) ||
    !isListOf(oauthProviders, Array.isArray(providers) ? providers.map((one) => one?.type) : providers)
  ) {
    return { problem: 'config.unknown_product' }
  }
  if (products.includes('emailMagicLinks') && products.includes('otp') && methods.includes('email')) {
    return { problem: 'config.magic_links_and_email_otp' }
  }
  if (products.length > 0 && products.every((name) => name === 'passkeys')) return { problem: 'config.passkeys_alone' }
  const emailTab = (tab: Tab): Tab => (products.includes('passwords') ? 'email_password' : tab)
  const tabsOf = (product: Product): Tab[] => {
    if (product === 'otp') return methods.map((method) => (method === 'email' ? emailTab('email_otp') : method))
    return product === 'passwords' || product === 'emailMagicLinks' ? [emailTab('email_magic_link')] : []
  }
  // Without providers there is nothing to press.
  const isButton = (product: Product): product is ButtonProduct =>
    product === 'passkeys' || product === 'crypto' || (product === 'oauth' && providers.length > 0)
  const groupsOf = (product: Product): Group[] => (isButton(product) ? ['buttons'] : tabsOf(product).map(() => 'form'))
  const groups = [...new Set(products.flatMap(groupsOf))]
  if (groups.length === 0) return { problem: missing(products) }
  return {
    plan: {
      tabs: [...new Set(products.flatMap(tabsOf))],
      groups,
      buttons: [...new Set(products.filter(isButton))],
      oauth: { ...config.oauthOptions, providers: once(providers) },
      emailMagicLinks: config.emailMagicLinksOptions ?? {},
      otp: { ...config.otpOptions, methods },
      passwords: config.passwordOptions ?? {},
      passwordless: passwordlessWay(products, methods),
      sessionDurationMinutes: config.sessionOptions?.sessionDurationMinutes ?? sessionDurationMinutes,
      offersPasskey: products.includes('passkeys') && config.passkeyOptions?.offerPasskey === true,
    },
  }
}

function isListOf<Name>(known: readonly Name[], names: unknown): boolean {
  return Array.isArray(names) && names.every((name) => known.includes(name))
}

/** Two buttons of one name would be one too many: what was said first counts. */
function once(providers: readonly OAuthProviderOptions[]): OAuthProviderOptions[] {
  return providers.filter(({ type }, at) => providers.findIndex((one) => one.type === type) === at)
}

/** A code, where codes go by mail; else a link; else a mail that sets a password. */
function passwordlessWay(products: readonly Product[], methods: readonly OtpMethod[]): PasswordlessWay {
  if (products.includes('otp') && methods.includes('email')) return 'passcode'
  return products.includes('emailMagicLinks') ? 'magic_link' : 'reset_email'
}

function missing(products: readonly Product[]): ConfigProblem {
  if (products.includes('otp')) return 'config.no_otp_method'
  return products.includes('oauth') ? 'config.no_provider' : 'config.no_product'
}
