import type { ReactElement, ReactNode } from 'react'

/** Takes the focus when its screen comes, unless something on the screen is better for that. */
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
