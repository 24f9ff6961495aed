import { brandName, brandWebsite } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { uiStrings } from './ui.strings.ts'
import { watermarkCss } from './watermark.css.ts'

/** "Powered by …". A link only if there is a website to link to. */
export function Watermark(): ReactElement {
  const t = useText(uiStrings)
  useSheet(watermarkCss)
  const text = t('watermark', { brand: brandName })
  if (!brandWebsite) {
    return (
      <span className="latchkey-watermark-text" part="watermark">
        {text}
      </span>
    )
  }
  return (
    <a
      className="latchkey-watermark-text latchkey-watermark-link"
      part="watermark"
      href={brandWebsite}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text}
    </a>
  )
}
