import { useSession, useUser } from '@latchkey/react'
import { type Callbacks, Login, type LoginConfig, PasskeyRegistration, ResetPassword } from '@latchkey/widgets'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import type { Application } from '../application/protocol.ts'
import { networkNames, useNetwork } from '../faults/network-fault.ts'
import { loginProps } from '../settings/login-props.ts'
import { type Settings, widgetNames } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { ConsentPreview } from './consent-preview.tsx'
import { ResetStart } from './reset-start.tsx'
import { SessionCard } from './session-card.tsx'

export interface WidgetPreviewProps {
  readonly settings: Settings
  /** The URL of this page, which links open. */
  readonly address: string
  readonly application: Application
  /** Whether the fake wallets have announced themselves. The widget then starts again, to reserve space for them. */
  readonly hasWallets: boolean
  /** A link of a password email has opened the page. */
  readonly isResetLanding: boolean
  readonly callbacks: Callbacks
}

/** The live widget, below the signed-in user. */
export function WidgetPreview(props: WidgetPreviewProps): ReactElement {
  const { settings } = props
  const { session } = useSession()
  const { user } = useUser()
  const { restarts, restart } = useRestarts(session !== null)
  const network = useNetwork()
  return (
    <section className="panel widget-preview" aria-labelledby="preview-title">
      <header className="panel-head">
        <h2 id="preview-title">
          Widget <span className="panel-subtitle">{widgetNames[settings.widget]}</span>
        </h2>
        {network === 'online' ? null : (
          <span className="badge" data-kind="error">
            {networkNames[network]}
          </span>
        )}
        <button type="button" className="chip-button" onClick={restart}>
          <Icon name="restart" /> Start over
        </button>
      </header>
      <div className="preview-area" data-scheme={settings.theme.scheme}>
        {session && user ? (
          <SessionCard session={session} user={user} sessionMinutes={settings.sessionMinutes} />
        ) : null}
        <div className="widget" lang={settings.locale}>
          <ChosenWidget
            key={`${settings.widget} ${restarts} ${props.hasWallets}`}
            {...props}
            isSignedIn={session !== null}
          />
        </div>
      </div>
    </section>
  )
}

const emailCodes: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

function ChosenWidget(props: WidgetPreviewProps & { readonly isSignedIn: boolean }): ReactElement {
  const { settings, address, callbacks, isSignedIn } = props
  const { config, styles, strings } = useMemo(() => loginProps(settings, address), [settings, address])
  const look = { styles, strings, callbacks }
  // The address of a link that was opened stays with the client, so that a widget that starts again continues.
  const [isLanding] = useState(props.isResetLanding)
  const common = useMemo(
    () => ({
      sessionOptions: { sessionDurationMinutes: settings.sessionMinutes },
      ...(settings.shadowDom ? { enableShadowDOM: true } : {}),
    }),
    [settings.sessionMinutes, settings.shadowDom],
  )
  switch (settings.widget) {
    case 'login':
      return <Login {...look} config={config} />
    case 'reset':
      return isLanding ? <ResetPassword {...look} config={common} /> : <ResetStart address={address} />
    case 'passkeys':
      if (isSignedIn) return <PasskeyRegistration {...look} config={common} />
      return (
        <>
          <p className="preview-note">Passkeys belong to a signed-in user: sign in first.</p>
          <Login {...look} config={emailCodes} />
        </>
      )
    case 'consent':
      return <ConsentPreview {...look} application={props.application} />
    default:
      return settings.widget satisfies never
  }
}

/** The widget restarts when the button is pressed and when its session ends. */
function useRestarts(isSignedIn: boolean): { restarts: number; restart: () => void } {
  const [restarts, setRestarts] = useState(0)
  const wasSignedIn = useRef(isSignedIn)
  const restart = (): void => {
    clearStoredStep()
    // An authorization request of the consent preview.
    if (location.search !== '') history.replaceState(null, '', `${location.pathname}${location.hash}`)
    setRestarts((before) => before + 1)
  }
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) setRestarts((before) => before + 1)
    wasSignedIn.current = isSignedIn
  }, [isSignedIn])
  return { restarts, restart }
}

/** The widget continues an unfinished sign-in after a reload: without its step it starts at the first screen. */
function clearStoredStep(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('latchkey:step:')) sessionStorage.removeItem(key)
  }
}
