import type { ReactElement, ReactNode } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { reportOrThrow } from '../widget/report-or-throw.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { WidgetFrame } from './widget-frame.tsx'

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
