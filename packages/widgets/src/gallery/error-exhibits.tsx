import type { ReactElement } from 'react'
import { OverridesContext } from '../i18n/use-text.ts'
import { ConfigError } from '../login/config-error.tsx'
import { configProblemTexts } from '../login/config-problem.ts'
import type { ConfigProblem } from '../login/login.config.ts'
import { Framed } from '../ui/framed.tsx'
import { Broken } from '../ui/guarded.tsx'
import { InShadow } from '../ui/in-shadow.tsx'
import type { Exhibit, ExhibitProps } from './exhibit.ts'

const problems = Object.keys(configProblemTexts) as ConfigProblem[]

/** What stands in place of a widget that cannot be drawn at all. */
export const errorExhibits: readonly Exhibit[] = [
  {
    ...{ widget: 'login', screen: 'error', name: 'a view that throws' },
    View: ({ styles = {}, strings = {}, enableShadowDOM }: ExhibitProps) => (
      <Apart enableShadowDOM={enableShadowDOM}>
        <Broken styles={styles} strings={strings} onRetry={() => undefined} />
      </Apart>
    ),
  },
  ...problems.map((problem) => ({
    ...{ widget: 'login', screen: 'configuration', name: problem.replace('config.', '').replaceAll('_', ' ') },
    View: (props: ExhibitProps) => <Misconfigured {...props} problem={problem} />,
  })),
]

function Misconfigured({
  problem,
  styles = {},
  strings = {},
  enableShadowDOM,
}: ExhibitProps & { readonly problem: ConfigProblem }): ReactElement {
  return (
    <Apart enableShadowDOM={enableShadowDOM}>
      <OverridesContext.Provider value={strings}>
        <Framed styles={styles} screen="error">
          <ConfigError problem={problem} />
        </Framed>
      </OverridesContext.Provider>
    </Apart>
  )
}

function Apart({
  enableShadowDOM,
  children,
}: Pick<ExhibitProps, 'enableShadowDOM'> & { readonly children: ReactElement }): ReactElement {
  return enableShadowDOM ? <InShadow>{children}</InShadow> : children
}
