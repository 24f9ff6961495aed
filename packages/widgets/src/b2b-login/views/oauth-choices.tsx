import type { B2bOAuthProvider } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { oauthStrings } from '../../methods/oauth/oauth.strings.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Choice } from '../../ui/controls/choice.tsx'
import type { B2bViewProps } from './b2b-view.ts'
import { OAuthLogo } from './oauth-logos.tsx'

interface OAuthChoicesProps extends Pick<B2bViewProps<'main'>, 'state' | 'send'> {
  readonly providers: readonly B2bOAuthProvider[]
}

/** Official spelling. Not translated. */
const names: Readonly<Record<B2bOAuthProvider, string>> = {
  github: 'GitHub',
  google: 'Google',
  hubspot: 'HubSpot',
  microsoft: 'Microsoft',
  slack: 'Slack',
}

/** One button per identity provider. */
export function OAuthChoices({ providers, state, send }: OAuthChoicesProps): ReactElement {
  const t = useText(oauthStrings)
  const busy = providers.find((provider) => state.status === 'leaving' && provider === state.pressed)
  return (
    <>
      {providers.map((provider) => (
        <Choice
          key={provider}
          icon={<OAuthLogo name={provider} />}
          isBusy={provider === busy}
          isDisabled={state.status !== 'editing'}
          onClick={() => send({ type: 'provider_clicked', provider })}
        >
          {t('oauth.continue', { provider: names[provider] })}
        </Choice>
      ))}
      <Announcement>{busy ? t('oauth.leaving', { provider: names[busy] }) : ''}</Announcement>
    </>
  )
}
