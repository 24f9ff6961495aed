import type { ReactElement } from 'react'
import { useSheet } from '../theme/sheets.ts'
import { pendingCss } from './pending.css.ts'

/** Something is on its way, and there is nothing to do but wait for it. */
export function Pending({ children }: { readonly children?: string }): ReactElement {
  useSheet(pendingCss)
  return (
    <div className="latchkey-pending" role="status" aria-busy="true">
      <span className="latchkey-spinner latchkey-pending-spinner" />
      {children && (
        <p className="latchkey-text" part="text">
          {children}
        </p>
      )}
    </div>
  )
}
