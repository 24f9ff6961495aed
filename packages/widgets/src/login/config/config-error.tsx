import type { ReactElement } from 'react'
import type { LoginConfig } from '../../config/login.config.ts'
import type { StyleConfig } from '../../theme/style-config.ts'
import { WidgetFrame } from '../../ui/widget-frame.tsx'
import { configProblemTexts } from './config-problem-texts.ts'

interface ConfigErrorProps {
  readonly config: LoginConfig
  readonly styles: StyleConfig
}

/** Replaces a widget that has nothing to show. */
export function ConfigError({ config, styles }: ConfigErrorProps): ReactElement {
  return (
    <WidgetFrame styles={styles} screen="error">
      <ConfigProblems config={config} />
    </WidgetFrame>
  )
}

/** All problems of a configuration, for developers: in English, whatever the language of the page. */
export function ConfigProblems({ config }: Pick<ConfigErrorProps, 'config'>): ReactElement {
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
