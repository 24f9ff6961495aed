import type { CSSProperties, ReactElement, ReactNode, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Screen } from '../flow/screens.ts'
import { useText } from '../i18n/use-text.ts'
import type { Sheets } from '../theme/sheets.ts'
import { adoptSheet, SheetsContext } from '../theme/sheets.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { themeVariables } from '../theme/theme-variables.ts'
import { uiStrings } from './ui.strings.ts'

export interface WidgetFrameProps {
  /** Defaults to a ref of its own. */
  readonly root?: RefObject<HTMLDivElement | null>
  readonly styles: StyleConfig
  readonly screen?: Screen
  readonly state?: string
  readonly children: ReactNode
  /** Rendered under the container. */
  readonly below?: ReactNode
}

/** Root element and container of a widget, with its theme and style sheets. */
export function WidgetFrame({ root: given, styles, screen, state, children, below }: WidgetFrameProps): ReactElement {
  const own = useRef<HTMLDivElement>(null)
  const root = given ?? own
  const t = useText(uiStrings)
  const [sheets] = useState<Sheets>({ waiting: [undefined] })
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    sheets.element = element
    for (const css of sheets.waiting.splice(0)) adoptSheet(element, css)
  }, [root, sheets])
  return (
    <SheetsContext.Provider value={sheets}>
      <div
        ref={root}
        className="latchkey"
        part="root"
        lang={t('locale.language') || undefined}
        dir={t('locale.direction') || undefined}
        data-screen={screen}
        data-state={state}
        data-scheme={styles.colorScheme}
        data-motion={styles.motion}
        data-icons={styles.controls?.icons}
        // Set as properties by script, not as an attribute: a strict content security policy allows that.
        style={themeVariables(styles) as CSSProperties}
      >
        <div className="latchkey-container" part="container">
          {children}
        </div>
        {below}
      </div>
    </SheetsContext.Provider>
  )
}
