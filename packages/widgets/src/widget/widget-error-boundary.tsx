import type { ReactElement, ReactNode } from 'react'
import type { Callbacks } from '../flow/callbacks.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import type { Strings } from '../strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ErrorScreen } from '../ui/error-screen.tsx'
import { WidgetFrame } from '../ui/widget-frame.tsx'
import { reportOrThrow } from './report-or-throw.ts'

export interface WidgetErrorBoundaryProps {
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly callbacks: Callbacks
  readonly children: ReactNode
}

/** Error boundary of a whole widget. If styles or strings cause the error, the error screen renders without them. */
export function WidgetErrorBoundary({ callbacks, children, ...looks }: WidgetErrorBoundaryProps): ReactElement {
  return (
    <ErrorBoundary
      onError={(error) => reportOrThrow(error, callbacks)}
      fallback={(retry) => (
        <ErrorBoundary fallback={() => <WidgetError onRetry={retry} styles={{}} strings={{}} />}>
          <WidgetError onRetry={retry} {...looks} />
        </ErrorBoundary>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

export interface WidgetErrorProps extends Pick<WidgetErrorBoundaryProps, 'styles' | 'strings'> {
  readonly onRetry: () => void
}

/** Replaces a widget that threw. */
export function WidgetError({ onRetry, styles, strings }: WidgetErrorProps): ReactElement {
  return (
    <OverridesContext.Provider value={strings}>
      <WidgetFrame styles={styles} screen="error">
        <ErrorScreen onRetry={onRetry} />
      </WidgetFrame>
    </OverridesContext.Provider>
  )
}
