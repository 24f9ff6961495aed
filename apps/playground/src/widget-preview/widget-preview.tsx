import { useSession, useUser } from '@latchkey/react'
import { type Callbacks, Login } from '@latchkey/widgets'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { loginProps } from '../settings/login-props.ts'
import type { Settings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { SessionCard } from './session-card.tsx'

export interface WidgetPreviewProps {
  readonly settings: Settings
  /** The URL of this page, where links lead to. */
  readonly address: string
  readonly callbacks: Callbacks
}

/** The live widget, below the signed-in user. */
export function WidgetPreview({ settings, address, callbacks }: WidgetPreviewProps): ReactElement {
  const { session } = useSession()
  const { user } = useUser()
  const { restarts, restart } = useRestarts(session !== null)
  const props = useMemo(() => loginProps(settings, address), [settings, address])
  return (
    <section className="panel widget-preview" aria-labelledby="preview-title">
      <header className="panel-head">
        <h2 id="preview-title">Widget</h2>
        <button type="button" className="chip-button" onClick={restart}>
          <Icon name="restart" /> Start over
        </button>
      </header>
      <div className="preview-area" data-scheme={settings.theme.scheme}>
        {session && user ? <SessionCard session={session} user={user} /> : null}
        <div className="widget" lang={settings.locale}>
          <Login key={restarts} {...props} callbacks={callbacks} />
        </div>
      </div>
    </section>
  )
}

/** The widget restarts when the button is pressed and when its session ends. */
function useRestarts(isSignedIn: boolean): { restarts: number; restart: () => void } {
  const [restarts, setRestarts] = useState(0)
  const wasSignedIn = useRef(isSignedIn)
  const restart = (): void => {
    clearStoredStep()
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
