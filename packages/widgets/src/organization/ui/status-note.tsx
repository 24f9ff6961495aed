import type { ReactElement } from 'react'

/** Says that a change has been stored. A live region must exist before its text changes, or it is not announced. */
export function StatusNote({ children }: { readonly children: string }): ReactElement {
  return (
    <div role="status" className={children ? 'latchkey-org-status' : 'latchkey-silence'}>
      {children && (
        <div className="latchkey-org-note" part="note">
          {children}
        </div>
      )}
    </div>
  )
}
