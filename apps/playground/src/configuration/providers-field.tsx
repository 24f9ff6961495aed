import type { OAuthProvider } from '@latchkey/contract'
import { oauthProviders } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { providerNames } from '../settings/provider-names.ts'
import type { OneTap } from '../settings/settings.ts'
import type { SettingsInUse } from '../settings/use-settings.ts'
import { Choice } from '../ui/fields.tsx'

const oneTapNames: Readonly<Record<OneTap, string>> = {
  off: 'Off',
  embedded: 'In place of the Google button',
  embeddedOnly: 'In place of the button only',
  floating: 'Over the page',
  floatingOrEmbedded: 'Over the page, else embedded',
  forceLegacyEmbedded: 'Embedded, without FedCM',
}

/** The buttons of identity providers, in the order in which they were chosen, and Google One Tap. */
export function ProvidersField({ settings, change }: Pick<SettingsInUse, 'settings' | 'change'>): ReactElement {
  const { providers, oneTap } = settings
  const toggle = (provider: OAuthProvider, isOn: boolean): void =>
    change({ providers: isOn ? [...providers, provider] : providers.filter((other) => other !== provider) })
  return (
    <>
      <fieldset>
        <legend className="out-of-sight">Buttons</legend>
        <div className="chips">
          {oauthProviders.map((provider) => (
            <label key={provider} className="chip">
              <input
                type="checkbox"
                checked={providers.includes(provider)}
                onChange={(event) => toggle(provider, event.currentTarget.checked)}
              />
              <span>{providerNames[provider]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="option-row">
        <button type="button" className="text-button" onClick={() => change({ providers: oauthProviders })}>
          All 19
        </button>
        <button type="button" className="text-button" onClick={() => change({ providers: [] })}>
          None
        </button>
      </p>
      {providers.includes('google') ? (
        <Choice
          label="Google One Tap"
          value={oneTap}
          options={oneTapNames}
          onChange={(position) => change({ oneTap: position })}
        />
      ) : null}
    </>
  )
}
