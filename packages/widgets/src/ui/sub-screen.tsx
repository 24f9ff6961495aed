import type { ReactElement, ReactNode } from 'react'
import { useSheet } from '../theme/sheets.ts'
import { Back } from './back.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { subScreenCss } from './sub-screen.css.ts'

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
