import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Screen } from '../flow/screens.ts'
import type { Strings } from '../i18n/strings.ts'
import { textsOf } from '../i18n/text.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { Framed } from '../ui/framed.tsx'
import type { Extras } from './extras.ts'
import { never } from './never.ts'

export interface SceneProps {
  readonly client: { readonly bootstrap: { getSync(): BootstrapData } }
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly screen: Screen
  readonly status?: string | undefined
  /** How often another screen took the place. */
  readonly moves: number
  /** Once they are loaded. */
  readonly extras?: Extras | undefined
  /** Missing on the screen that everything begins with. */
  readonly onBack?: (() => void) | undefined
  /** The screen could not be drawn. */
  readonly onError: (error: Error) => void
  readonly children: (bootstrap: BootstrapData) => ReactElement
}

/** One screen of a widget, in its frame and with everything around it. */
export function Scene(props: SceneProps): ReactElement {
  const { client, styles, strings, screen, status, moves, extras, onBack, onError, children } = props
  const root = useRef<HTMLDivElement>(null)
  const readSettings = () => (extras ? extras.settings.getState().value : client.bootstrap.getSync())
  const bootstrap = useSyncExternalStore(extras?.settings.subscribe ?? never, readSettings, readSettings)
  // Its place is kept from the start, unless the last visit left word that it stays empty: nothing jumps.
  const [keepsPlace] = useState(bootstrap.displayWatermark || bootstrap.projectName === undefined)

  useLayoutEffect(() => {
    if (moves && root.current) extras?.takeFocus(root.current)
  }, [moves, extras])

  const view = children(bootstrap)
  return (
    <OverridesContext.Provider value={{ ...extras?.words, ...textsOf(strings) }}>
      <Framed
        root={root}
        styles={styles}
        screen={screen}
        state={status}
        below={extras && <extras.Toaster toasts={extras.toasts} />}
      >
        {extras && onBack ? (
          <extras.SubScreen key={moves} onBack={onBack} onError={onError}>
            {view}
          </extras.SubScreen>
        ) : (
          view
        )}
        {/* On the background of the card: that of the host page is unknown. */}
        {(keepsPlace || bootstrap.displayWatermark) && (
          <div className="latchkey-watermark">{extras && bootstrap.displayWatermark && <extras.Watermark />}</div>
        )}
      </Framed>
    </OverridesContext.Provider>
  )
}
