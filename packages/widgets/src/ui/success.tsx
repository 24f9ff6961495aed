import type { ReactElement } from 'react'
import { useSheet } from '../theme/sheets.ts'
import { Heading } from './heading.tsx'
import { successCss } from './success.css.ts'
import { Text } from './text.tsx'

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
