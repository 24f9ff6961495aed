import type { ReactElement } from 'react'

export interface ThirdPartyTextProps {
  readonly children: string
}

/** Words that are not ours, in whatever language and direction they are. */
export function ThirdPartyText({ children }: ThirdPartyTextProps): ReactElement {
  return (
    <span className="latchkey-idp-foreign" dir="auto">
      {children}
    </span>
  )
}
