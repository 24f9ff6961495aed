import type { OtpMethod, Product } from '@latchkey/contract'
import { products as knownProducts, otpMethods, sessionDurationMinutes } from '@latchkey/contract'
import type { LoginConfig, PlannedLogin, Tab } from './login.config.ts'

const tabOfMethod: Record<OtpMethod, Tab> = { email: 'email_otp', sms: 'sms', whatsapp: 'whatsapp' }

/** Reads a configuration that anybody may have written, in any language: what it cannot mean is a named problem. */
export function planLogin(config: LoginConfig): PlannedLogin {
  const products: readonly Product[] = config.products ?? ['emailMagicLinks']
  const methods = config.otpOptions?.methods ?? []
  if (!isListOf(knownProducts, products) || !isListOf(otpMethods, methods)) return { problem: 'config.unknown_product' }
  if (products.includes('emailMagicLinks') && products.includes('otp') && methods.includes('email')) {
    return { problem: 'config.magic_links_and_email_otp' }
  }
  if (products.length > 0 && products.every((name) => name === 'passkeys')) return { problem: 'config.passkeys_alone' }
  const [tab, ...others] = new Set(products.flatMap((name) => tabsOf(name, methods)))
  if (!tab) return { problem: products.includes('otp') ? 'config.no_otp_method' : 'config.no_product' }
  return {
    plan: {
      tabs: [tab, ...others],
      emailMagicLinks: config.emailMagicLinksOptions ?? {},
      otp: { ...config.otpOptions, methods },
      sessionDurationMinutes: config.sessionOptions?.sessionDurationMinutes ?? sessionDurationMinutes,
    },
  }
}

function isListOf<Name>(known: readonly Name[], names: unknown): boolean {
  return Array.isArray(names) && names.every((name) => known.includes(name))
}

function tabsOf(product: Product, methods: readonly OtpMethod[]): Tab[] {
  if (product === 'emailMagicLinks') return ['email_magic_link']
  return product === 'otp' ? methods.map((method) => tabOfMethod[method]) : []
}
