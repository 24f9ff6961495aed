import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { cryptoCss } from './crypto.css.ts'
import { cryptoStrings } from './crypto.strings.ts'
import { walletDownloads } from './wallet-downloads.ts'
import { WalletLogo } from './wallet-logo.tsx'

export function CryptoSetupWalletView(): ReactElement {
  const t = useText(cryptoStrings)
  useSheet(cryptoCss)
  return (
    <>
      <Heading>{t('crypto_setup.title')}</Heading>
      <Text>{t('crypto_setup.text')}</Text>
      <div className="latchkey-wallet-list">
        {walletDownloads.map(({ option, name, href }) => (
          <a
            key={option}
            className="latchkey-wallet-download"
            part="wallet-download"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
          >
            <WalletLogo option={option} />
            {name}
            <svg
              className="latchkey-wallet-arrow"
              viewBox="0 0 16 16"
              role="img"
              aria-label={t('crypto_setup.new_tab')}
            >
              <path d="m5 11 6-6M6 5h5v5" />
            </svg>
          </a>
        ))}
      </div>
    </>
  )
}
