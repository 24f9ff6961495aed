import type { ReactElement } from 'react'

export interface ForeignProps {
  readonly children: string
}

/** Words that are not ours, in whatever language and direction they are. */
export function Foreign({ children }: ForeignProps): ReactElement {
  return (
    <span className="latchkey-idp-foreign" dir="auto">
      {children}
    </span>
  )
}
