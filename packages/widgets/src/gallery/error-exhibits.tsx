import type { ReactElement } from 'react'
import { OverridesContext } from '../i18n/use-text.ts'
import { ConfigError } from '../login/config-error.tsx'
import type { LoginConfig } from '../login/login.config.ts'
import { Broken } from '../ui/guarded.tsx'
import { InShadow } from '../ui/in-shadow.tsx'
import type { Exhibit, ExhibitProps } from './exhibit.ts'

/** As code without types may pass them. */
const wrongConfigs: Readonly<Record<string, object>> = {
  'magic links and email otp': { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['email'] } },
  'passkeys alone': { products: ['passkeys'] },
  'no product': { products: [] },
  'no otp method': { products: ['otp'] },
  'no provider': { products: ['oauth'] },
  'unknown product': { products: ['magicLinks'] },
  'several problems': {
    products: ['otp', 'oauth'],
    otpOptions: { methods: ['mail'], expirationMinutes: 0 },
    oauthOptions: { providers: ['google'], loginRedirectURL: '/in' },
    sessionOptions: { sessionDurationMinutes: 2 },
  },
}

/** What stands in place of a widget that cannot be drawn at all. */
export const errorExhibits: readonly Exhibit[] = [
  {
    ...{ widget: 'login', screen: 'error', name: 'a view that throws' },
    View: ({ styles = {}, strings = {}, enableShadowDOM }: ExhibitProps) => (
      <Apart enableShadowDOM={enableShadowDOM}>
        <Broken styles={styles} strings={strings} onRetry={() => undefined} />
      </Apart>
    ),
  },
  ...Object.entries(wrongConfigs).map(([name, config]) => ({
    ...{ widget: 'login', screen: 'configuration', name },
    View: (props: ExhibitProps) => <Misconfigured {...props} config={config} />,
  })),
]

function Misconfigured({
  config,
  styles = {},
  strings = {},
  enableShadowDOM,
}: ExhibitProps & { readonly config: LoginConfig }): ReactElement {
  return (
    <Apart enableShadowDOM={enableShadowDOM}>
      <OverridesContext.Provider value={strings}>
        <ConfigError config={config} styles={styles} />
      </OverridesContext.Provider>
    </Apart>
  )
}

function Apart({
  enableShadowDOM,
  children,
}: Pick<ExhibitProps, 'enableShadowDOM'> & { readonly children: ReactElement }): ReactElement {
  return enableShadowDOM ? <InShadow>{children}</InShadow> : children
}
