import { brandName, brandWebsite } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { uiStrings } from './ui.strings.ts'
import { watermarkCss } from './watermark.css.ts'

export function Watermark(): ReactElement {
  const t = useText(uiStrings)
  useSheet(watermarkCss)
  return (
    <a
      className="latchkey-watermark-link"
      part="watermark"
      href={brandWebsite}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t('watermark', { brand: brandName })}
    </a>
  )
}
