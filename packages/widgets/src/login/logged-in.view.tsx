import type { ReactElement } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Success } from '../ui/success.tsx'
import { loggedInStrings } from './logged-in.strings.ts'

/** Signed in by other means than this widget's own form. */
export function LoggedInView(): ReactElement {
  const t = useText(loggedInStrings)
  return <Success title={t('logged_in.title')} text={t('logged_in.text')} />
}
