import type { ReactElement, ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSheet } from '../theme/sheets.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { subScreenCss } from './sub-screen.css.ts'
import { uiStrings } from './ui.strings.ts'

export interface SubScreenProps {
  readonly children: ReactNode
  readonly onBack: () => void
  /** Called if the screen throws. */
  readonly onError: (error: Error) => void
}

/** Any screen but Main: with a back arrow, and an error screen if it throws. */
export function SubScreen({ children, onBack, onError }: SubScreenProps): ReactElement {
  useSheet(subScreenCss)
  return (
    <div className="latchkey-screen">
      <Back onClick={onBack} />
      <ErrorBoundary fallback={(retry) => <ErrorScreen onRetry={retry} />} onError={onError}>
        {children}
      </ErrorBoundary>
    </div>
  )
}

function Back({ onClick }: { readonly onClick: () => void }): ReactElement {
  const t = useText(uiStrings)
  return (
    <button type="button" className="latchkey-back" part="back" aria-label={t('back')} onClick={onClick}>
      <svg className="latchkey-icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M16 10H4m5-5-5 5 5 5" />
      </svg>
    </button>
  )
}
