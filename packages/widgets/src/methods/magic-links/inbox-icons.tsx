import type { ReactElement } from 'react'
import type { InboxLink } from './inbox-links.ts'

/** Colour and outline of each piece, on a field of 24 by 24. */
const pieces: Record<InboxLink['name'], readonly (readonly [color: string, path: string])[]> = {
  gmail: [
    ['#4285f4', 'M2 7.3V18a2 2 0 0 0 2 2h2.5v-9.3z'],
    ['#34a853', 'M17.5 10.7V20H20a2 2 0 0 0 2-2V7.3z'],
    ['#fbbc04', 'M17.5 5.6v5.1L22 7.3V6c0-2-2.2-3-3.7-1.8z'],
    ['#ea4335', 'M6.5 10.7V5.6L12 9.7l5.5-4.1v5.1L12 14.8z'],
    ['#c5221f', 'M2 6v1.3l4.5 3.4V5.6l-.8-.6C4.2 3.9 2 4.6 2 6z'],
  ],
  yahoo: [
    ['#5f01d1', 'M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z'],
    [
      '#fff',
      'M4.7 8.5h3.2l1.9 4.7 1.9-4.7h3.1l-4.6 11H7.1l1.2-2.9zm11.8 4.1L18.3 5.5h3.2l-2.3 7.1zm-.4 2.7a1.7 1.7 0 1 1 3.4 0 1.7 1.7 0 0 1-3.4 0z',
    ],
  ],
  outlook: [
    ['#28a8ea', 'M8 3h13a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8z'],
    ['#0a5aa8', 'M8 12.5 22 12.5V20a1 1 0 0 1-1 1H8z'],
    ['#0078d4', 'M3 6h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z'],
    [
      '#fff',
      'M7.5 8.8c-2 0-3.1 1.5-3.1 3.3 0 1.7 1.1 3.1 3 3.1 2 0 3.2-1.4 3.2-3.3 0-1.7-1.1-3.1-3.1-3.1zm0 1.5c1 0 1.4.8 1.4 1.7s-.5 1.8-1.4 1.8-1.4-.8-1.4-1.7.4-1.8 1.4-1.8z',
    ],
  ],
}

export function InboxIcon({ name }: Pick<InboxLink, 'name'>): ReactElement {
  return (
    <svg className="latchkey-inbox-icon" viewBox="0 0 24 24" aria-hidden="true">
      {pieces[name].map(([color, path]) => (
        <path key={path} fill={color} d={path} />
      ))}
    </svg>
  )
}
