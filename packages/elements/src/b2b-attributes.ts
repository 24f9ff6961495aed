import { createB2bClient } from '@latchkey/client/b2b'
import type { B2bLoginConfig } from '@latchkey/widgets/b2b'
import { loadB2bLocale } from './b2b-locales.ts'
import type { AttributeKind, AttributeProps } from './read-attributes.ts'
import { jsonOf, listOf, readChoice, readWith } from './read-attributes.ts'

const kind: AttributeKind = {
  createClient(publicToken, domains, element) {
    const session = readChoice(element, 'session', ['shared', 'tab'])
    return createB2bClient(publicToken, { ...domains, ...(session && { session }) })
  },
  configOf,
  loadLocale: loadB2bLocale,
}

/** Reads the attributes of an element of a business project. Loaded only by elements that have attributes. */
export function read(element: Element): Promise<AttributeProps> {
  return readWith(kind, element)
}

/** The flow defaults to `Discovery`, or to `Organization` with a slug. */
function configOf(element: Element): B2bLoginConfig | undefined {
  const [products, providers] = ['products', 'oauth-providers'].map((name) => listOf(element, name))
  const [flow, slug] = ['auth-flow-type', 'organization-slug'].map((name) => element.getAttribute(name))
  const given: Partial<B2bLoginConfig> = jsonOf(element, 'config')
  const config = {
    ...given,
    ...(products && { products }),
    ...(flow && { authFlowType: flow }),
    ...(slug && { organizationSlug: slug }),
    ...(providers && { oauthOptions: { ...given.oauthOptions, providers } }),
  }
  if (Object.keys(config).length === 0) return undefined
  // The widget reports unknown names.
  return { authFlowType: slug ? 'Organization' : 'Discovery', ...config } as B2bLoginConfig
}
