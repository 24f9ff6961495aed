import type { ReactElement, RefObject } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { HostedProps, WidgetProps } from '../widget/hosted.tsx'
import { Hosted } from '../widget/hosted.tsx'
import { Later } from '../widget/later.tsx'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import type { Landing } from './reset-password.flow.ts'
import type { ResetPasswordWidgetProps } from './reset-password-widget.tsx'
import { takeLanding } from './take-landing.ts'

export interface ResetPasswordProps extends WidgetProps {
  /** The token of the mailed link. The one in the page's address, where none is given. */
  readonly passwordResetToken?: string | null
  /** Another configuration starts the widget anew; an equal one does not, even if it is another object. */
  readonly config?: ResetPasswordConfig
}

/** What was taken from the address bar is there no more: it is kept for as long as the component is. */
interface Taken {
  readonly given: string | null | undefined
  readonly landing: Landing
}

/**
 * Sets a new password, on the page that the mailed link leads to. The link's token leaves the address bar as soon as
 * the widget is on the page.
 *
 * @example
 * <ResetPassword
 *   client={client}
 *   callbacks={{ onEvent: ({ type }) => { if (type === 'AUTHENTICATE_FLOW_COMPLETE') location.assign('/home') } }}
 * />
 */
export function ResetPassword({ config, passwordResetToken, ...props }: ResetPasswordProps): ReactElement {
  const taken = useRef<Taken | null>(null)
  return (
    <Hosted {...props}>
      {(hosted) => <Landed {...hosted} config={config ?? {}} given={passwordResetToken} taken={taken} />}
    </Hosted>
  )
}

interface LandedProps extends HostedProps {
  readonly config: ResetPasswordConfig
  readonly given: string | null | undefined
  /** Outlives this component: whatever throws below, the token is not lost with it. */
  readonly taken: RefObject<Taken | null>
}

function Landed({ given, taken, ...props }: LandedProps): ReactElement | null {
  const { client, config } = props
  const [landing, setLanding] = useState<Landing | null>(null)
  // Before the browser paints, and before anything of the widget is loaded or sent.
  useLayoutEffect(() => {
    if (taken.current?.given !== given || !taken.current) taken.current = { given, landing: takeLanding(client, given) }
    setLanding(taken.current.landing)
  }, [client, given, taken])
  if (!landing) return null
  return <Later key={JSON.stringify([config, landing])} load={load} props={{ ...props, landing }} />
}

async function load(): Promise<(props: ResetPasswordWidgetProps) => ReactElement> {
  return (await import('./reset-password-widget.tsx')).ResetPasswordWidget
}
