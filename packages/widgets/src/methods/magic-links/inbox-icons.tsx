import type { ReactElement } from 'react'
import type { InboxLink } from './inbox-links.ts'

/** Colour and outline of each piece, on a field of 240 by 240. */
const pieces: Record<InboxLink['name'], readonly (readonly [color: string, path: string])[]> = {
  gmail: [
    ['#4285f4', 'M20 73v107a20 20 0 0020 20h25v-93z'],
    ['#34a853', 'M175 107v93h25a20 20 0 0020-20V73z'],
    ['#fbbc04', 'M175 56v51l45-34V60c0-20-22-30-37-18z'],
    ['#ea4335', 'M65 107V56l55 41 55-41v51l-55 41z'],
    ['#c5221f', 'M20 60v13l45 34V56l-8-6c-15-11-37-4-37 10z'],
  ],
  yahoo: [
    ['#5f01d1', 'M50 20h140a30 30 0 0130 30v140a30 30 0 01-30 30H50a30 30 0 01-30-30V50a30 30 0 0130-30z'],
    [
      '#fff',
      'M47 85h32l19 47 19-47h31l-46 110H71l12-29zm118 41 18-71h32l-23 71zm-4 27a17 17 0 1134 0 17 17 0 01-34 0z',
    ],
  ],
  outlook: [
    ['#28a8ea', 'M80 30h130a10 10 0 0110 10v160a10 10 0 01-10 10H80z'],
    ['#0a5aa8', 'M80 125h140v75a10 10 0 01-10 10H80z'],
    ['#0078d4', 'M30 60h90a10 10 0 0110 10v100a10 10 0 01-10 10H30a10 10 0 01-10-10V70a10 10 0 0110-10z'],
    [
      '#fff',
      'M75 88c-20 0-31 15-31 33 0 17 11 31 30 31 20 0 32-14 32-33 0-17-11-31-31-31zm0 15c10 0 14 8 14 17s-5 18-14 18-14-8-14-17 4-18 14-18z',
    ],
  ],
}

export function InboxIcon({ name }: Pick<InboxLink, 'name'>): ReactElement {
  return (
    <svg className="latchkey-inbox-icon" viewBox="0 0 240 240" aria-hidden="true">
      {pieces[name].map(([color, path]) => (
        <path key={path} fill={color} d={path} />
      ))}
    </svg>
  )
}
