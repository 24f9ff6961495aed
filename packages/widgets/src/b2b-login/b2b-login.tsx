import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import { useLayoutEffect, useState } from 'react'
import { ShadowBoundary } from '../widget/shadow-boundary.tsx'
import type { ResolvedProps, WidgetProps } from '../widget/widget-root.tsx'
import { WidgetRoot } from '../widget/widget-root.tsx'
import { B2bLoginWidget } from './b2b-login-widget.tsx'
import { b2bShellFor } from './b2b-shell.tsx'
import type { B2bLoginConfig } from './config/b2b-login.config.ts'
import type { B2bLanding } from './flow/b2b-login.flow.ts'
import { takeB2bLanding } from './take-b2b-landing.ts'
import type { B2bStrings } from './text/b2b-strings.ts'

export interface B2bLoginProps extends Omit<WidgetProps<B2bClient>, 'strings'> {
  readonly strings?: B2bStrings
  /** A different configuration restarts the widget. An equal one does not, even if it is another object. */
  readonly config: B2bLoginConfig
}

/**
 * The login widget of a business project: signs in to an organization, or lets the person choose one after the sign-in.
 *
 * @example
 * <B2bLogin
 *   client={client}
 *   config={{ authFlowType: 'Discovery', products: ['emailMagicLinks', 'passwords'] }}
 *   callbacks={{ onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') } }}
 * />
 */
export function B2bLogin({ config, ...props }: B2bLoginProps): ReactElement {
  return (
    <WidgetRoot<B2bClient> {...props} {...b2bShellFor(config, props.styles)}>
      {(resolved) => <Landed {...resolved} config={config} />}
    </WidgetRoot>
  )
}

type LandedProps = ResolvedProps<B2bClient> & Pick<B2bLoginProps, 'config'>

function Landed(props: LandedProps): ReactElement | null {
  const { client, config } = props
  const [landing, setLanding] = useState<B2bLanding | null>(null)
  // Before the browser paints and before the widget loads or sends anything.
  useLayoutEffect(() => setLanding(takeB2bLanding(client)), [client])
  if (!landing) return null
  return (
    <ShadowBoundary {...props}>
      <B2bLoginWidget key={JSON.stringify([config, landing])} {...props} landing={landing} />
    </ShadowBoundary>
  )
}
