import type { ReactElement } from 'react'

export interface ThirdPartyTextProps {
  readonly children: string
}

/** Text of an application or a user, in any language and direction. */
export function ThirdPartyText({ children }: ThirdPartyTextProps): ReactElement {
  return (
    <span className="latchkey-idp-foreign" dir="auto">
      {children}
    </span>
  )
}
