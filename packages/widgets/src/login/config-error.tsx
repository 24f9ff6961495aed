import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import type { ConfigProblem } from './login.config.ts'

/** In place of the widget. Its words are loaded: whoever has no such problem need not carry them. */
export function ConfigError({ problem }: { readonly problem: ConfigProblem }): ReactElement {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    import('./login-rest.ts').then(({ configProblemTexts }) => setText(configProblemTexts[problem]), setFailure)
  }, [problem])
  // Whoever guards the widget says so, and offers to try again.
  if (failure) throw failure
  return (
    // In the language of developers, whatever the page's is.
    <p className="latchkey-error" role="alert" lang="en" dir="ltr">
      {text}
    </p>
  )
}
