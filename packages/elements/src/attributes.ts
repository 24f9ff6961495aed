import { createClient } from '@latchkey/client'
import type { LoginConfig } from '@latchkey/widgets'
import { loadLocale } from './locales.ts'
import type { AttributeProps } from './read-attributes.ts'
import { jsonOf, listOf, readWith } from './read-attributes.ts'

/** Reads the attributes of an element of a consumer project. Loaded only by elements that have attributes. */
export function read(element: Element): Promise<AttributeProps> {
  return readWith({ createClient, configOf, loadLocale }, element)
}

function configOf(element: Element): LoginConfig | undefined {
  const [products, methods, providers] = ['products', 'otp-methods', 'oauth-providers'].map((name) =>
    listOf(element, name),
  )
  const given: { readonly otpOptions?: object; readonly oauthOptions?: object } = jsonOf(element, 'config')
  const config = {
    ...given,
    ...(products && { products }),
    ...(methods && { otpOptions: { ...given.otpOptions, methods } }),
    ...(providers && { oauthOptions: { ...given.oauthOptions, providers: providers.map((type) => ({ type })) } }),
  }
  // The widget reports unknown names.
  return Object.keys(config).length === 0 ? undefined : (config as LoginConfig)
}
