import type { ReactElement } from 'react'
import { useState } from 'react'
import { pictureAddress } from '../ui/picture-address.ts'

export interface ClientBadgeProps {
  readonly name: string
  readonly logo: string | null
}

/** The logo of the application, or its first letter without a logo or if the page's policy blocks it. */
export function ClientBadge({ name, logo: address }: ClientBadgeProps): ReactElement {
  const logo = pictureAddress(address)
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="latchkey-idp-client" part="client" aria-hidden="true">
      {logo && logo !== broken ? (
        <img
          className="latchkey-idp-client-image"
          src={logo}
          alt=""
          // Do not send the page's URL to the host of the logo.
          referrerPolicy="no-referrer"
          onError={() => setBroken(logo)}
        />
      ) : (
        [...name][0]?.toUpperCase()
      )}
    </span>
  )
}
