import { useEffect, useState } from 'react'
import type { FakeWallets } from './fake-wallets.ts'
import type { WalletAnswer } from './wallet-answers.ts'

/** The fake wallets, announced as soon as a widget shows wallets; null before. */
export function useFakeWallets(
  isNeeded: boolean,
): { readonly answer: WalletAnswer; readonly onChange: (answer: WalletAnswer) => void } | null {
  const [wallets, setWallets] = useState<FakeWallets | null>(null)
  const [answer, setAnswer] = useState<WalletAnswer>('approves')
  useEffect(() => {
    if (!isNeeded || wallets) return
    let isCurrent = true
    import('./fake-wallets.ts').then(({ announceFakeWallets }) => {
      if (isCurrent) setWallets(announceFakeWallets(window))
    })
    return () => {
      isCurrent = false
    }
  }, [isNeeded, wallets])
  if (!isNeeded || !wallets) return null
  return {
    answer,
    onChange(next) {
      wallets.setAnswer(next)
      setAnswer(next)
    },
  }
}
