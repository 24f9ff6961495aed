import type { ReactElement } from 'react'
import type { LoginConfig } from '../config/login.config.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import { ConfigError } from '../login/config/config-error.tsx'
import { LazyShadowRoot } from '../widget/lazy-shadow-root.tsx'
import { WidgetError } from '../widget/widget-error-boundary.tsx'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'

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

/** The screens that replace a widget which cannot be rendered. */
export const errorItems: readonly GalleryItem[] = [
  {
    ...{ widget: 'login', screen: 'error', name: 'a view that throws' },
    View: ({ styles = {}, strings = {}, enableShadowDOM }: GalleryItemProps) => (
      <OptionalShadow enableShadowDOM={enableShadowDOM}>
        <WidgetError styles={styles} strings={strings} onRetry={() => undefined} />
      </OptionalShadow>
    ),
  },
  ...Object.entries(wrongConfigs).map(([name, config]) => ({
    ...{ widget: 'login', screen: 'configuration', name },
    View: (props: GalleryItemProps) => <Misconfigured {...props} config={config} />,
  })),
]

function Misconfigured({
  config,
  styles = {},
  strings = {},
  enableShadowDOM,
}: GalleryItemProps & { readonly config: LoginConfig }): ReactElement {
  return (
    <OptionalShadow enableShadowDOM={enableShadowDOM}>
      <OverridesContext.Provider value={strings}>
        <ConfigError config={config} styles={styles} />
      </OverridesContext.Provider>
    </OptionalShadow>
  )
}

function OptionalShadow({
  enableShadowDOM,
  children,
}: Pick<GalleryItemProps, 'enableShadowDOM'> & { readonly children: ReactElement }): ReactElement {
  return enableShadowDOM ? <LazyShadowRoot>{children}</LazyShadowRoot> : children
}
