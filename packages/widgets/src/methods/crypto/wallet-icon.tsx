import type { ReactElement } from 'react'
import { useState } from 'react'
import type { DetectedWallet } from './crypto.flow.ts'
import { WalletMark } from './wallet-marks.tsx'

/** The wallet's own picture. Where the page's policy forbids it, or it is none, something is drawn in its place. */
export function WalletIcon({ icon, option }: Pick<DetectedWallet, 'icon' | 'option'>): ReactElement {
  const [broken, setBroken] = useState('')
  if (!icon || broken === icon) return <WalletMark option={option} />
  return (
    <img className="latchkey-wallet-mark" src={icon} alt="" width="24" height="24" onError={() => setBroken(icon)} />
  )
}
