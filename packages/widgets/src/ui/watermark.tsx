import { brandName, brandWebsite } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { uiStrings } from './ui.strings.ts'

const watermarkCss = `
.latchkey-watermark-text{width:fit-content;max-width:100%;margin:auto;padding:0 8px;border-radius:4px;color:var(--_s);font-size:var(--_z);line-height:20px}
.latchkey-watermark-link{cursor:pointer;transition:color .12s}
.latchkey-watermark-link:hover{color:var(--_p);text-decoration:underline;text-underline-offset:3px}
.latchkey-watermark-link:focus-visible{outline:2px solid var(--_k);outline-offset:2px}
`

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
