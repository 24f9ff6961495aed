import type { ReactElement } from 'react'
import { useState } from 'react'
import { WalletLogo } from './wallet-logo.tsx'
import type { DetectedWallet } from './wallets/detected-wallet.ts'

/** The icon of the wallet, or a built-in one if the page's policy blocks it or it is invalid. */
export function WalletIcon({ icon, option }: Pick<DetectedWallet, 'icon' | 'option'>): ReactElement {
  const [broken, setBroken] = useState('')
  if (!icon || broken === icon) return <WalletLogo option={option} />
  return (
    <img className="latchkey-wallet-icon" src={icon} alt="" width="24" height="24" onError={() => setBroken(icon)} />
  )
}
