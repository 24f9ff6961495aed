import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { uiStrings } from './ui.strings.ts'

export function Back({ onClick }: { readonly onClick: () => void }): ReactElement {
  const t = useText(uiStrings)
  return (
    <button type="button" className="latchkey-back" part="back" aria-label={t('back')} onClick={onClick}>
      <svg className="latchkey-icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M16 10H4m5-5-5 5 5 5" />
      </svg>
    </button>
  )
}
