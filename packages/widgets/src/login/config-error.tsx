import type { ReactElement } from 'react'
import { useNeeded } from '../widget/use-loaded.ts'
import type { ConfigProblem } from './login.config.ts'

const load = () => import('./login-rest.ts')

/** In place of the widget. Its words are loaded: whoever has no such problem need not carry them. */
export function ConfigError({ problem }: { readonly problem: ConfigProblem }): ReactElement {
  const rest = useNeeded(load)
  return (
    // In the language of developers, whatever the page's is.
    <p className="latchkey-error" role="alert" lang="en" dir="ltr">
      {rest?.configProblemTexts[problem]}
    </p>
  )
}
