import type { BootstrapData } from '@latchkey/client'
import type { ReactElement } from 'react'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Screen } from '../flow/screens.ts'
import { textsOf } from '../i18n/text.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import type { Strings } from '../strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { WidgetFrame } from '../ui/widget-frame.tsx'
import { noopSubscribe } from './noop-subscribe.ts'
import type { WidgetRuntime } from './widget-runtime.ts'

export interface WidgetLayoutProps {
  readonly client: { readonly bootstrap: { getSync(): BootstrapData } }
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly screen: Screen
  readonly status?: string | undefined
  /** The number of screen changes so far. */
  readonly screenChanges: number
  /** Undefined until it is loaded. */
  readonly runtime?: WidgetRuntime | undefined
  /** Missing on the first screen. */
  readonly onBack?: (() => void) | undefined
  /** Called if the screen throws. */
  readonly onError: (error: Error) => void
  readonly children: (bootstrap: BootstrapData) => ReactElement
}

/** One screen of a widget with its frame, back arrow, toasts and watermark. */
export function WidgetLayout(props: WidgetLayoutProps): ReactElement {
  const { client, styles, strings, screen, status, screenChanges, runtime, onBack, onError, children } = props
  const root = useRef<HTMLDivElement>(null)
  const readSettings = () => (runtime ? runtime.settings.getState().value : client.bootstrap.getSync())
  const bootstrap = useSyncExternalStore(runtime?.settings.subscribe ?? noopSubscribe, readSettings, readSettings)
  // Reserves the height of the watermark from the start, unless cached settings turn it off, so that the page does not move.
  const [reservesWatermark] = useState(bootstrap.displayWatermark || bootstrap.projectName === undefined)

  useLayoutEffect(() => {
    if (screenChanges && root.current) runtime?.takeFocus(root.current)
  }, [screenChanges, runtime])

  const view = children(bootstrap)
  return (
    <OverridesContext.Provider value={{ ...runtime?.texts, ...textsOf(strings) }}>
      <WidgetFrame
        root={root}
        styles={styles}
        screen={screen}
        state={status}
        below={runtime && <runtime.Toaster toasts={runtime.toasts} />}
      >
        {runtime && onBack ? (
          <runtime.SubScreen key={screenChanges} onBack={onBack} onError={onError}>
            {view}
          </runtime.SubScreen>
        ) : (
          view
        )}
        {/* Inside the card: the background of the host page is unknown. */}
        {(reservesWatermark || bootstrap.displayWatermark) && (
          <div className="latchkey-watermark">{runtime && bootstrap.displayWatermark && <runtime.Watermark />}</div>
        )}
      </WidgetFrame>
    </OverridesContext.Provider>
  )
}
