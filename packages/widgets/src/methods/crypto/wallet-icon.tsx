import type { ReactElement } from 'react'
import { useState } from 'react'
import type { DetectedWallet } from './crypto.flow.ts'
import { WalletMark } from './wallet-marks.tsx'

/** The icon of the wallet, or a built-in one if the page's policy blocks it or it is invalid. */
export function WalletIcon({ icon, option }: Pick<DetectedWallet, 'icon' | 'option'>): ReactElement {
  const [broken, setBroken] = useState('')
  if (!icon || broken === icon) return <WalletMark option={option} />
  return (
    <img className="latchkey-wallet-mark" src={icon} alt="" width="24" height="24" onError={() => setBroken(icon)} />
  )
}
