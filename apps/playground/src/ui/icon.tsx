import type { ReactElement } from 'react'

const paths = {
  key: 'M7.5 20a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.7 12.3l9.8-9.8M16 7l3 3M18.5 4.5l2 2',
  sliders: 'M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5M9 14.5v5',
  restart: 'M4 12a8 8 0 1 0 2.4-5.7M4 4v4.5h4.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  done: 'm5 12.5 4.5 4.5L19 7',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  tray: 'M3 13.5 5.6 5h12.8L21 13.5V19H3v-5.5ZM3 13.5h5l1.2 2.5h5.6l1.2-2.5h5',
  chevron: 'm9 6 6 6-6 6',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0V8ZM12 17v4',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
