import type { ReactElement } from 'react'
import { Framed } from '../ui/framed.tsx'
import { configProblemTexts } from './config-problem-texts.ts'
import type { LoginWidgetProps } from './login-widget.tsx'

/** Replaces a widget that has nothing to show. */
export function ConfigError({ config, styles }: Pick<LoginWidgetProps, 'config' | 'styles'>): ReactElement {
  return (
    <Framed styles={styles} screen="error">
      <ConfigProblems config={config} />
    </Framed>
  )
}

/** All problems of a configuration, for developers: in English, whatever the language of the page. */
export function ConfigProblems({ config }: Pick<LoginWidgetProps, 'config'>): ReactElement {
  const lines = configProblemTexts(config).flatMap((text) => text.split('\n'))
  return (
    <div role="alert" lang="en" dir="ltr">
      {lines.map((line) => (
        <p key={line} className="latchkey-error">
          {line}
        </p>
      ))}
    </div>
  )
}
