import type { OtpMethod, Product } from '@latchkey/contract'
import { sessionDurationMinutes } from '@latchkey/contract'
import type {
  ButtonProduct,
  Group,
  LoginConfig,
  LoginPlan,
  OAuthProviderOptions,
  PasswordlessMethod,
  Tab,
} from '../../config/login.config.ts'
import { buttonMethods } from '../../methods/methods.ts'

/**
 * The plan of a configuration; undefined if nothing can be shown. Wrong names and numbers are not found here but by
 * `checkConfig`, which is loaded after the first screen.
 */
export function planLogin(config: LoginConfig): LoginPlan | undefined {
  try {
    return planOf(config)
  } catch {
    // Code without types may pass anything.
    return undefined
  }
}

function planOf(config: LoginConfig): LoginPlan | undefined {
  const products: readonly Product[] = config.products ?? ['emailMagicLinks']
  const methods = config.otpOptions?.methods ?? []
  const providers = config.oauthOptions?.providers ?? []
  // One tab for all that begins with an address. Magic links with email passcodes are a mistake, which is shown later.
  const emailTab: Tab = products.includes('passwords')
    ? 'email_password'
    : products.includes('emailMagicLinks')
      ? 'email_magic_link'
      : 'email_otp'
  const tabsOf = (product: Product): Tab[] => {
    if (product === 'otp') return methods.map((method) => (method === 'email' ? emailTab : method))
    return product === 'passwords' || product === 'emailMagicLinks' ? [emailTab] : []
  }
  // Without providers there is nothing to press.
  const isButton = (product: Product): product is ButtonProduct =>
    !!buttonMethods[product]?.load && (product !== 'oauth' || providers.length > 0)
  const groupsOf = (product: Product): Group[] => (isButton(product) ? ['buttons'] : tabsOf(product).map(() => 'form'))
  const groups = [...new Set(products.flatMap(groupsOf))]
  if (groups.length === 0) return undefined
  return {
    tabs: [...new Set(products.flatMap(tabsOf))],
    groups,
    buttons: [...new Set(products.filter(isButton))],
    oauth: { ...config.oauthOptions, providers: once(providers) },
    emailMagicLinks: config.emailMagicLinksOptions ?? {},
    otp: { ...config.otpOptions, methods },
    passwords: config.passwordOptions ?? {},
    passwordless: passwordlessMethod(products, methods),
    sessionDurationMinutes: config.sessionOptions?.sessionDurationMinutes ?? sessionDurationMinutes,
  }
}

/** A provider that is named twice has one button, with the options of the first entry. */
function once(providers: readonly OAuthProviderOptions[]): OAuthProviderOptions[] {
  return providers.filter(({ type }, at) => providers.findIndex((one) => one.type === type) === at)
}

/** A passcode if email passcodes are configured, else a magic link, else a message that sets a password. */
function passwordlessMethod(products: readonly Product[], methods: readonly OtpMethod[]): PasswordlessMethod {
  if (products.includes('otp') && methods.includes('email')) return 'passcode'
  return products.includes('emailMagicLinks') ? 'magic_link' : 'reset_email'
}
