import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { errorScreenStrings } from './error-screen.strings.ts'
import { Heading } from './heading.tsx'

/** In place of a screen that could not be drawn. */
export function ErrorScreen({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const t = useText(errorScreenStrings)
  return (
    <div className="latchkey-error-screen" role="alert">
      <Heading>{t('error_screen.title')}</Heading>
      <p className="latchkey-text" part="text">
        {t('error_screen.text')}
      </p>
      <Button onClick={onRetry}>{t('error_screen.try_again')}</Button>
    </div>
  )
}
