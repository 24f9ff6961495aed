import type { ReactElement } from 'react'
import { useSheet } from '../theme/sheets.ts'
import { bannerCss } from './banner.css.ts'

/** A warning that belongs to no field. A live region must exist before its text changes, or it is not announced. */
export function Banner({ children }: { readonly children: string }): ReactElement {
  useSheet(bannerCss)
  return (
    <div className={children ? 'latchkey-banner' : 'latchkey-silence'} role="alert">
      {children && (
        <div className="latchkey-banner-text" part="banner">
          <svg className="latchkey-banner-icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 7v3.5m0 3h.01M8.6 3.4 2.2 14.5A1.6 1.6 0 0 0 3.6 17h12.8a1.6 1.6 0 0 0 1.4-2.5L11.4 3.4a1.6 1.6 0 0 0-2.8 0z" />
          </svg>
          <span className="latchkey-banner-words">{children}</span>
        </div>
      )}
    </div>
  )
}
