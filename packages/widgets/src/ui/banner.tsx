import type { ReactElement } from 'react'
import { useSheet } from '../theme/sheets.ts'

const bannerCss = `
.latchkey-banner{margin-top:16px}
.latchkey-banner:first-child,.latchkey-container>.latchkey-silence:first-child+*{margin-top:0}
.latchkey-banner-text{display:flex;gap:10px;padding:12px 14px;border:1px solid color-mix(in srgb,var(--_e) 28%,var(--_b));border-radius:calc(var(--_r) + 2px);background:color-mix(in srgb,var(--_e) 6%,var(--_b));color:var(--_e);font-size:var(--_z);line-height:20px;overflow-wrap:anywhere}
.latchkey-banner-icon{flex:none;width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.latchkey-banner-words{flex:1;min-width:0}
@media(forced-colors:active){.latchkey-banner-text{border-color:CanvasText}}
`

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
