import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { Announcement } from './announcement.tsx'
import { uiStrings } from './ui.strings.ts'

const pendingCss = `
.latchkey-pending{display:grid;place-content:center;justify-items:center;gap:12px;min-height:160px}
.latchkey-pending-spinner{position:static;width:28px;height:28px}
`

/** A spinner. Screen readers announce the text; it defaults to "Loading…", which is not shown. */
export function Pending({ children }: { readonly children?: string }): ReactElement {
  const t = useText(uiStrings)
  useSheet(pendingCss)
  return (
    <div className="latchkey-pending">
      <span className="latchkey-spinner latchkey-pending-spinner" />
      {children && (
        <p className="latchkey-text" part="text">
          {children}
        </p>
      )}
      <Announcement>{children ?? t('loading')}</Announcement>
    </div>
  )
}
