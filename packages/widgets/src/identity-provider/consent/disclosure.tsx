import type { ReactElement, ReactNode } from 'react'
import { ThirdPartyText } from '../text/third-party-text.tsx'

export interface DisclosureProps {
  readonly className: string
  readonly summary: string
  readonly children: ReactNode
}

/** Closed at first. */
export function Disclosure({ className, summary, children }: DisclosureProps): ReactElement {
  return (
    <details className={className} part="details">
      <summary className="latchkey-idp-summary">
        <span className="latchkey-idp-summary-words">{summary}</span>
        <svg className="latchkey-idp-chevron" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 6 4 4 4-4" />
        </svg>
      </summary>
      {children}
    </details>
  )
}

interface Detail {
  readonly text: string
  readonly isForeign: boolean
}

export function DetailList({ items }: { readonly items: readonly Detail[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: some screen readers do not announce a list without bullets.
    <ul className="latchkey-idp-details" role="list">
      {items.map(({ text, isForeign }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same words, and none of them moves.
        <li key={index} className="latchkey-idp-detail">
          {isForeign ? <ThirdPartyText>{text}</ThirdPartyText> : text}
        </li>
      ))}
    </ul>
  )
}
