import type { ReactElement, ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './controls/button.tsx'
import { errorScreenStrings } from './error-screen.strings.ts'
import { Heading } from './heading.tsx'

export interface ErrorScreenProps {
  /** Defaults to a title that fits any error. */
  readonly title?: string | undefined
  /** What went wrong, if it is known. */
  readonly text?: string
  readonly onRetry?: (() => void) | undefined
  /** Further actions. */
  readonly children?: ReactNode
}

/** Replaces a screen that threw or that cannot work. */
export function ErrorScreen({ title, text, onRetry, children }: ErrorScreenProps): ReactElement {
  const t = useText(errorScreenStrings)
  return (
    <div className="latchkey-error-screen" role="alert">
      <Heading>{title ?? t('error_screen.title')}</Heading>
      <p className="latchkey-text" part="text">
        {text ?? t('error_screen.text')}
      </p>
      {onRetry && <Button onClick={onRetry}>{t('error_screen.try_again')}</Button>}
      {children}
    </div>
  )
}
