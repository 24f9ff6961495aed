import type { ReactElement, ReactNode, RefObject } from 'react'
import { useRef } from 'react'
import { useSheet } from '../theme/sheets.ts'
import { subScreenCss } from '../ui/sub-screen.css.ts'
import { useReadableCard } from './card/use-readable-card.ts'
import { decisionCss } from './decision.css.ts'
import { identityProviderCss } from './identity-provider.css.ts'

export interface DecisionProps {
  readonly formRef?: RefObject<HTMLFormElement | null>
  /** What the user decides about. It scrolls if there is too little room. */
  readonly children: ReactNode
  /** Always visible. */
  readonly footer: ReactNode
  readonly onAccept: () => void
}

/**
 * A screen on which the user grants or confirms something. Whatever the theme, the length of the content and the size
 * of the container are, its texts are readable and both buttons are visible.
 */
export function Decision({ formRef, children, footer, onAccept }: DecisionProps): ReactElement {
  const own = useRef<HTMLFormElement>(null)
  const form = formRef ?? own
  useSheet(subScreenCss)
  useSheet(identityProviderCss)
  useSheet(decisionCss)
  const { isCut } = useReadableCard(form)
  return (
    <form
      ref={form}
      className="latchkey-idp latchkey-idp-decision"
      data-cut={isCut}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAccept()
      }}
    >
      {/* A scrollable area must be reachable by keyboard. */}
      <div className="latchkey-idp-body" tabIndex={isCut ? 0 : undefined}>
        {children}
      </div>
      <div className="latchkey-idp-foot">{footer}</div>
    </form>
  )
}
