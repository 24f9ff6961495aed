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
  const { round, startOver } = useRounds(session !== null)
  const props = useMemo(() => loginProps(settings, address), [settings, address])
  return (
    <section className="panel widget-preview" aria-labelledby="preview-title">
      <header className="panel-head">
        <h2 id="preview-title">Widget</h2>
        <button type="button" className="chip-button" onClick={startOver}>
          <Icon name="restart" /> Start over
        </button>
      </header>
      <div className="preview-area" data-scheme={settings.theme.scheme}>
        {session && user ? <SessionCard session={session} user={user} /> : null}
        <div className="widget" lang={settings.locale}>
          <Login key={round} {...props} callbacks={callbacks} />
        </div>
      </div>
    </section>
  )
}

/** The widget starts over when the button is pressed, and when the session it has led to has ended. */
function useRounds(isSignedIn: boolean): { round: number; startOver: () => void } {
  const [round, setRound] = useState(0)
  const wasSignedIn = useRef(isSignedIn)
  const startOver = (): void => {
    forgetStep()
    setRound((before) => before + 1)
  }
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) setRound((before) => before + 1)
    wasSignedIn.current = isSignedIn
  }, [isSignedIn])
  return { round, startOver }
}

/** The widget continues an unfinished sign-in after a reload: without its step it starts at the first screen. */
function forgetStep(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('latchkey:step:')) sessionStorage.removeItem(key)
  }
}
