import type { ReactElement, ReactNode } from 'react'

/** Takes the focus after a screen change, unless the screen has a better element for it. */
export function Heading({ children, id, takesFocus = true }: HeadingProps): ReactElement {
  return (
    <h2 id={id} className="latchkey-header" part="header" tabIndex={-1} data-focus={takesFocus ? '' : undefined}>
      {children}
    </h2>
  )
}

export interface HeadingProps {
  readonly children: ReactNode
  readonly id?: string
  readonly takesFocus?: boolean
}
