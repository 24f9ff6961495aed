import type { CSSProperties, ReactElement, ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import type { Screen } from '../flow/screens.ts'
import { useText } from '../i18n/use-text.ts'
import { adoptSheet, RootContext } from '../theme/sheets.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { themeVariables } from '../theme/theme-variables.ts'
import { uiStrings } from './ui.strings.ts'

export interface FramedProps {
  /** One of its own, where nobody else wants to know it. */
  readonly root?: RefObject<HTMLDivElement | null>
  readonly styles: StyleConfig
  readonly screen?: Screen
  readonly state?: string
  readonly children: ReactNode
  /** What stands under the container. */
  readonly below?: ReactNode
}

/** Root and container of a widget, in the looks it was given. */
export function Framed({ root: given, styles, screen, state, children, below }: FramedProps): ReactElement {
  const own = useRef<HTMLDivElement>(null)
  const root = given ?? own
  const t = useText(uiStrings)
  useLayoutEffect(() => {
    if (root.current) adoptSheet(root.current)
  }, [root])
  return (
    <RootContext.Provider value={root}>
      <div
        ref={root}
        className="latchkey"
        part="root"
        lang={t('locale.language') || undefined}
        dir={t('locale.direction') || undefined}
        data-screen={screen}
        data-state={state}
        data-scheme={styles.colorScheme}
        // Properties set one by one by script, and no attribute: a strict content security policy lets them pass.
        style={themeVariables(styles) as CSSProperties}
      >
        <div className="latchkey-container" part="container">
          {children}
        </div>
        {below}
      </div>
    </RootContext.Provider>
  )
}
