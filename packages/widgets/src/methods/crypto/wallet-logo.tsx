import type { WalletOption } from '@latchkey/contract'
import type { ReactElement } from 'react'

type Piece = readonly [fill: string, path: string]

const square = 'M6 1h12a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z'

/** Color and path of each piece, on 24 by 24, for wallets without an icon. */
const logos: Readonly<Partial<Record<WalletOption, readonly Piece[]>>> = {
  Metamask: [
    ['#fff', square],
    ['#f6851b', 'm4 4.5 6 4.3h4l6-4.3-1 6.5 1 4.4-4.3 3.6-2.2 1.5h-3l-2.2-1.5L4 15.4l1-4.4z'],
    ['#763e1a', 'm4 4.5 6 4.3-.9 3-4.1-.8zm16 0-6 4.3.9 3 4.1-.8z'],
    ['#e4cbb3', 'm10 16.2.6-2.9h2.8l.6 2.9-.4 2.7h-3.2z'],
    ['#233447', 'm7.6 12.6 2.6.6-.6 1.3zm8.8 0-2.6.6.6 1.3zm-5.6 4.5h2.4l.3 1.3h-3z'],
  ],
  Phantom: [
    ['#ab9ff2', square],
    [
      '#fff',
      'M4.2 14.6c0-5 3.6-9 8.2-9 4.4 0 7.4 3.2 7.4 6.6 0 2-1 2.9-2.1 2.9-.9 0-1.4-.5-1.5-1.2-.7 2.3-2.2 4.5-4 4.5-1.1 0-1.6-.7-1.6-1.6-.8 1-1.9 1.9-3.3 1.9-2.2 0-3.1-1.8-3.1-4.1z',
    ],
    [
      '#3c315b',
      'M13 9.4c.6 0 .9.6.9 1.3s-.3 1.3-.9 1.3-.9-.6-.9-1.3.3-1.3.9-1.3zm3 0c.6 0 .9.6.9 1.3s-.3 1.3-.9 1.3-.9-.6-.9-1.3.3-1.3.9-1.3z',
    ],
  ],
  Coinbase: [
    ['#0052ff', square],
    [
      '#fff',
      'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10.4 9.5a.9.9 0 0 0-.9.9v3.2c0 .5.4.9.9.9h3.2c.5 0 .9-.4.9-.9v-3.2a.9.9 0 0 0-.9-.9z',
    ],
  ],
  Binance: [
    ['#181a20', square],
    [
      '#f0b90b',
      'm12 10 2 2-2 2-2-2zm0-5.5 5.2 5.2-2 2L12 8.5l-3.2 3.2-2-2zm-5.9 5.8L7.9 12l-1.8 1.8L4.4 12zm11.8 0 1.7 1.7-1.7 1.8-1.8-1.8zM8.8 12.3l3.2 3.2 3.2-3.2 2 2-5.2 5.2-5.2-5.2z',
    ],
  ],
}

/** A purse, for all other wallets. */
const purse =
  'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v2.5M4 7.5V17a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V9.5a2 2 0 0 0-2-2zM16 13.25h.01'

export function WalletLogo({ option }: { readonly option: WalletOption }): ReactElement {
  const pieces = logos[option]
  return (
    <svg className="latchkey-wallet-icon" viewBox="0 0 24 24" aria-hidden="true" data-drawn={!pieces}>
      {pieces ? (
        pieces.map(([fill, path]) => <path key={path} fill={fill} fillRule="evenodd" d={path} />)
      ) : (
        <path d={purse} />
      )}
    </svg>
  )
}
