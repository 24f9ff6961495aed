import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { LoginViewProps } from '../login-method.ts'
import { subtitleStrings } from './subtitle.strings.ts'

/** Under the title of Main, once the name of the project is known. */
export function Subtitle({ bootstrap: { projectName: project } }: LoginViewProps<'main'>): ReactElement {
  const t = useText(subtitleStrings)
  return <>{project && t('main.subtitle', { project })}</>
}
