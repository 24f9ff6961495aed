import type { ReactElement } from 'react'
import { useSheet } from '../theme/sheets.ts'
import { Heading } from './heading.tsx'
import { Text } from './text.tsx'

const successCss = `
.latchkey-success{display:flex;flex-direction:column;align-items:center;padding:8px 0 16px;text-align:center}
.latchkey-success-badge{display:flex;align-items:center;justify-content:center;width:56px;height:56px;margin-bottom:16px;border-radius:50%;background:color-mix(in srgb,var(--_o) 12%,var(--_b));color:var(--_o)}
.latchkey-success-icon{width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:2.25;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:1;animation:latchkey-draw .4s .1s cubic-bezier(.6,0,.2,1) backwards}
@keyframes latchkey-draw{from{stroke-dashoffset:1}}
`

/** A success screen. */
export function Success({ title, text }: { readonly title: string; readonly text: string }): ReactElement {
  useSheet(successCss)
  return (
    <div className="latchkey-success" part="success">
      <span className="latchkey-success-badge">
        <svg className="latchkey-success-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 12.5 4 4 8-9" pathLength="1" />
        </svg>
      </span>
      <Heading>{title}</Heading>
      <Text>{text}</Text>
    </div>
  )
}
