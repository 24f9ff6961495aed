import type { ReactElement } from 'react'
import type { InboxLink } from './inbox-links.ts'

/** Color and path of each piece, on 96 by 96. */
const pieces: Record<InboxLink['name'], readonly (readonly [color: string, path: string])[]> = {
  gmail: [
    ['#4285f4', 'M8 29v43a8 8 0 008 8h10V43z'],
    ['#34a853', 'M70 43v37h10a8 8 0 008-8V29z'],
    ['#fbbc04', 'M70 22v21l18-14v-5c0-8-9-12-15-7z'],
    ['#ea4335', 'M26 43V22l22 17 22-17v21L48 59z'],
    ['#c5221f', 'M8 24v5l18 14V22l-3-2c-6-4-15-2-15 4z'],
  ],
  yahoo: [
    ['#5f01d1', 'M20 8h56a12 12 0 0112 12v56A12 12 0 0176 88H20A12 12 0 018 76V20A12 12 0 0120 8z'],
    ['#fff', 'M19 34h13l7 19 8-19h12L41 78H28l5-12zm47 16 7-28h13l-9 28zm-2 11a7 7 0 1114 0 7 7 0 01-14 0z'],
  ],
  outlook: [
    ['#28a8ea', 'M32 12h52a4 4 0 014 4v64a4 4 0 01-4 4H32z'],
    ['#0a5aa8', 'M32 50h56v30a4 4 0 01-4 4H32z'],
    ['#0078d4', 'M12 24h36a4 4 0 014 4v40a4 4 0 01-4 4H12a4 4 0 01-4-4V28a4 4 0 014-4z'],
    [
      '#fff',
      'M30 35c-8 0-12 6-12 13 0 7 4 13 12 13 8 0 12-6 12-13 0-7-4-13-12-13zm0 6c4 0 6 3 6 7s-2 7-6 7-6-3-6-7 2-7 6-7z',
    ],
  ],
}

export function InboxIcon({ name }: Pick<InboxLink, 'name'>): ReactElement {
  return (
    <svg className="latchkey-inbox-icon" viewBox="0 0 96 96" aria-hidden="true">
      {pieces[name].map(([color, path]) => (
        <path key={path} fill={color} d={path} />
      ))}
    </svg>
  )
}
