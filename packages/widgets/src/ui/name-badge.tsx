import type { ReactElement } from 'react'
import { useState } from 'react'
import { foreignPictureAddress } from './picture-address.ts'

export interface NameBadgeProps {
  readonly name: string
  readonly logo: string | null
  /** The class of the badge; that of the image has `-image` behind it. */
  readonly className: string
  readonly part: string
}

/** The logo of an application or an organization, or its first letter without a logo or if the page's policy blocks it. */
export function NameBadge({ name, logo: address, className, part }: NameBadgeProps): ReactElement {
  const logo = foreignPictureAddress(address)
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={className} part={part} aria-hidden="true">
      {logo && logo !== broken ? (
        <img
          className={`${className}-image`}
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
