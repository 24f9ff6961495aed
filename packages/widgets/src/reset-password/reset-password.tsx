import type { ReactElement } from 'react'
import { useLayoutEffect, useState } from 'react'
import { LazyWidget } from '../widget/lazy-widget.tsx'
import { reserveFor, shellFor } from '../widget/reserved-height.tsx'
import type { ResolvedProps, WidgetProps } from '../widget/widget-root.tsx'
import { WidgetRoot } from '../widget/widget-root.tsx'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import type { Landing } from './reset-password.flow.ts'
import type { ResetPasswordWidgetProps } from './reset-password-widget.tsx'
import { takeLanding } from './take-landing.ts'

export interface ResetPasswordProps extends WidgetProps {
  /** The token of the link in the email. Defaults to the one in the page's URL. */
  readonly passwordResetToken?: string | null
  /** A different configuration restarts the widget. An equal one does not, even if it is another object. */
  readonly config?: ResetPasswordConfig
}

/**
 * The reset-password widget, for the page that the link in the email opens. It removes the token from the address bar
 * as soon as it is on the page.
 *
 * @example
 * <ResetPassword
 *   client={client}
 *   callbacks={{ onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') } }}
 * />
 */
export function ResetPassword({ config, passwordResetToken, ...props }: ResetPasswordProps): ReactElement {
  return (
    <WidgetRoot {...props} {...shellFor('reset', props.styles)}>
      {(resolved) => <Landed {...resolved} config={config ?? {}} given={passwordResetToken} />}
    </WidgetRoot>
  )
}

interface LandedProps extends ResolvedProps {
  readonly config: ResetPasswordConfig
  readonly given: string | null | undefined
}

function Landed({ given, ...props }: LandedProps): ReactElement | null {
  const { client, config } = props
  const [landing, setLanding] = useState<Landing | null>(null)
  // Before the browser paints and before the widget loads or sends anything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is no reason to look again.
  useLayoutEffect(() => setLanding(takeLanding(client, given, landing)), [client, given])
  if (!landing) return null
  return (
    <LazyWidget
      key={JSON.stringify([config, landing])}
      load={load}
      props={{ ...props, landing }}
      {...reserveFor('reset')}
    />
  )
}

async function load(): Promise<(props: ResetPasswordWidgetProps) => ReactElement> {
  return (await import('./reset-password-widget.tsx')).ResetPasswordWidget
}
