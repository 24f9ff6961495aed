import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Heading } from './heading.tsx'
import { Text } from './text.tsx'
import { uiStrings } from './ui.strings.ts'

/** In place of a screen that could not be drawn. */
export function ErrorScreen({ message }: { readonly message?: string }): ReactElement {
  const t = useText(uiStrings)
  return (
    <div className="latchkey-error-screen" role="alert">
      <Heading>{t('error_screen.title')}</Heading>
      <Text>{message ?? t('error_screen.text')}</Text>
    </div>
  )
}
