import type { B2bOAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { oauthStrings } from '../../methods/oauth/oauth.strings.ts'
import { ProviderLogo } from '../../methods/oauth/provider-logo.tsx'
import { providerName } from '../../methods/oauth/provider-names.ts'
import { Choice } from '../../ui/controls/choice.tsx'
import type { B2bViewProps } from './b2b-view.ts'

interface OAuthChoicesProps extends Pick<B2bViewProps<'main'>, 'state' | 'send'> {
  readonly providers: readonly B2bOAuthProvider[]
}

/** The official name of a provider. */
function nameOf(provider: B2bOAuthProvider): string {
  return provider === 'hubspot' ? 'HubSpot' : providerName(provider)
}

/** One button per identity provider. */
export function OAuthChoices({ providers, state, send }: OAuthChoicesProps): ReactElement {
  const t = useText(oauthStrings)
  return (
    <>
      {providers.map((provider) => (
        <Choice
          key={provider}
          icon={provider === 'hubspot' ? <HubSpotLogo /> : <ProviderLogo name={provider} />}
          isBusy={state.status === 'leaving' && state.pressed === provider}
          isDisabled={state.status !== 'editing'}
          onClick={() => send({ type: 'provider_clicked', provider })}
        >
          {t('oauth.continue', { provider: nameOf(provider) })}
        </Choice>
      ))}
    </>
  )
}

function HubSpotLogo(): ReactElement {
  return (
    <svg className="latchkey-method-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#ff7a59"
        d="M18.164 7.93V5.084a2.198 2.198 0 0 0 1.267-1.978v-.067A2.2 2.2 0 0 0 17.238.845h-.067a2.2 2.2 0 0 0-2.193 2.193v.067a2.196 2.196 0 0 0 1.252 1.973l.013.006v2.852a6.22 6.22 0 0 0-2.969 1.31l.012-.01-7.828-6.095A2.497 2.497 0 1 0 4.3 4.656l-.012.006 7.697 5.991a6.176 6.176 0 0 0-1.038 3.446c0 1.343.425 2.588 1.147 3.607l-.013-.02-2.342 2.343a1.968 1.968 0 0 0-.58-.095h-.002a2.033 2.033 0 1 0 2.033 2.033 1.978 1.978 0 0 0-.1-.595l.005.014 2.317-2.317a6.247 6.247 0 1 0 4.782-11.134l-.036-.005zm-.964 9.378a3.206 3.206 0 1 1 3.215-3.207v.002a3.206 3.206 0 0 1-3.207 3.207z"
      />
    </svg>
  )
}
