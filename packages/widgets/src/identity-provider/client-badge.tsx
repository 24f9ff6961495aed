import type { ReactElement } from 'react'
import { useState } from 'react'
import { pictureAddress } from '../ui/picture-address.ts'

export interface ClientBadgeProps {
  readonly name: string
  readonly logo: string | null
}

/** The application's own sign; its first letter, where it has none or the page's policy does not let it in. */
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
          // The page's address is nobody else's business.
          referrerPolicy="no-referrer"
          onError={() => setBroken(logo)}
        />
      ) : (
        [...name][0]?.toUpperCase()
      )}
    </span>
  )
}
