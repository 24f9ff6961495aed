import { limits, oauthProviders, otpMethods, products as productNames } from '@latchkey/contract'
import type { LoginConfig } from '../../config/login.config.ts'

/** One mistake in a configuration. `config-problem-texts.ts` describes it, or `warningText` if the widget works. */
export interface ConfigProblem {
  readonly type:
    | 'magic_links_and_email_otp'
    | 'passkeys_alone'
    | 'no_product'
    | 'no_otp_method'
    | 'no_provider'
    | 'not_a_list'
    | 'unknown_name'
    | 'out_of_range'
    | 'relative_url'
    | 'no_one_tap'
  /** The option, such as `otpOptions.methods`. */
  readonly at: string
  readonly value?: unknown
  /** The names that exist, or the smallest and largest number. */
  readonly known?: readonly (string | number)[]
  /** The widget works all the same: a warning in the console is enough. */
  readonly isWarning?: boolean
}

/** Finds every mistake of a configuration at once. It may come from code without types, so that nothing is assumed. */
export function checkConfig(config: LoginConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const read = (path: string): unknown => path.split('.').reduce<unknown>((value, name) => Object(value)[name], config)
  const add = (type: ConfigProblem['type'], at: string, more?: Partial<ConfigProblem>) =>
    void problems.push({ type, at, ...more })

  /** The entries of a list whose names exist; each other one is a problem. */
  function listAt(at: string, known: readonly string[], nameOf = (entry: unknown): unknown => entry): string[] {
    const list = read(at) ?? []
    if (!Array.isArray(list)) {
      add('not_a_list', at, { value: list, known })
      return []
    }
    return list.map(nameOf).filter((value) => {
      const isKnown = known.some((name) => name === value)
      if (!isKnown) add('unknown_name', at, { value, known })
      return isKnown
    }) as string[]
  }

  const products = config.products == null ? ['emailMagicLinks'] : listAt('products', productNames)
  const methods = listAt('otpOptions.methods', otpMethods)
  const providers = listAt('oauthOptions.providers', oauthProviders, (entry) => Object(entry).type)
  // What follows from a mistake that was found is not one more.
  const isWhole = problems.length === 0
  const has = (name: string): boolean => products.includes(name)
  const isOtp = has('otp') && methods.length > 0
  const isOAuth = has('oauth') && providers.length > 0
  const hasOther = isOtp || isOAuth || products.some((name) => !['otp', 'oauth', 'passkeys'].includes(name))

  if (has('emailMagicLinks') && has('otp') && methods.includes('email')) {
    add('magic_links_and_email_otp', 'products')
  }
  if (isWhole) {
    if (products.length === 0) add('no_product', 'products', { known: productNames })
    else if (products.every((name) => name === 'passkeys')) add('passkeys_alone', 'products')
    if (has('otp') && !isOtp) add('no_otp_method', 'otpOptions.methods', { known: otpMethods, isWarning: hasOther })
    if (has('oauth') && !isOAuth) add('no_provider', 'oauthOptions.providers', { isWarning: hasOther })
  }
  for (const { type, one_tap } of isWhole ? (config.oauthOptions?.providers ?? []) : []) {
    if (one_tap && type !== 'google') add('no_one_tap', 'oauthOptions.providers', { value: type, isWarning: true })
  }
  for (const [at, { min, max }] of Object.entries(ranges)) {
    const value = read(at)
    if (value != null && !(Number.isInteger(value) && Number(value) >= min && Number(value) <= max)) {
      add('out_of_range', at, { value, known: [min, max] })
    }
  }
  for (const at of urls) {
    const value = read(at)
    if (value != null && !/^[a-z][\w+.-]*:/i.test(String(value))) add('relative_url', at, { value })
  }
  return problems
}

/** The console text of a problem that is a warning. It is not in `config-problem-texts.ts`: a working page may need it. */
export function warningText({ at, value }: ConfigProblem): string {
  return value
    ? `${at}: one_tap is available for 'google' only. It has no effect for ${JSON.stringify(value)}.`
    : `${at} is missing. Its product is not shown.`
}

const { sessionMinutes, otpMinutes, magicLinkMinutes, passwordResetMinutes } = limits

const ranges: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  'sessionOptions.sessionDurationMinutes': sessionMinutes,
  'otpOptions.expirationMinutes': otpMinutes,
  'emailMagicLinksOptions.loginExpirationMinutes': magicLinkMinutes,
  'emailMagicLinksOptions.signupExpirationMinutes': magicLinkMinutes,
  'passwordOptions.loginExpirationMinutes': magicLinkMinutes,
  'passwordOptions.resetPasswordExpirationMinutes': passwordResetMinutes,
}

const urls = [
  'emailMagicLinksOptions.loginRedirectURL',
  'emailMagicLinksOptions.signupRedirectURL',
  'oauthOptions.loginRedirectURL',
  'oauthOptions.signupRedirectURL',
  'passwordOptions.loginRedirectURL',
  'passwordOptions.resetPasswordRedirectURL',
]
