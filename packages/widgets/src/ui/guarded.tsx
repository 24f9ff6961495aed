import type { ReactElement, ReactNode } from 'react'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { tellError } from '../widget/tell-error.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Framed } from './framed.tsx'

export interface GuardedProps {
  readonly styles: StyleConfig
  readonly strings: Strings
  readonly callbacks: Callbacks
  readonly children: ReactNode
}

/** A whole widget. What it was given may be at fault as well, so the error screen does without it where it has to. */
export function Guarded({ callbacks, children, ...looks }: GuardedProps): ReactElement {
  return (
    <ErrorBoundary
      onError={(error) => tellError(error, callbacks)}
      fallback={(retry) => (
        <ErrorBoundary fallback={() => <Broken onRetry={retry} styles={{}} strings={{}} />}>
          <Broken onRetry={retry} {...looks} />
        </ErrorBoundary>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

export interface BrokenProps extends Pick<GuardedProps, 'styles' | 'strings'> {
  readonly onRetry: () => void
}

/** What stands in place of a widget that threw. */
export function Broken({ onRetry, styles, strings }: BrokenProps): ReactElement {
  return (
    <OverridesContext.Provider value={strings}>
      <Framed styles={styles} screen="error">
        <ErrorScreen onRetry={onRetry} />
      </Framed>
    </OverridesContext.Provider>
  )
}
