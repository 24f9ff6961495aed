import { clockOf } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import { useMemo, useState } from 'react'
import { selectSnapshot } from '../widget/select-snapshot.ts'
import { useLatestProps } from '../widget/use-latest-props.ts'
import { useWidgetActor } from '../widget/use-widget-actor.ts'
import type { WidgetLayoutProps } from '../widget/widget-layout.tsx'
import { WidgetLayout } from '../widget/widget-layout.tsx'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import { planResetPassword } from './reset-password.config.ts'
import type { Landing, ResetPasswordEvent, ResetPasswordState } from './reset-password.flow.ts'
import { resetPasswordViews } from './reset-password.views.tsx'
import { createResetPasswordActor } from './reset-password-actor.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

export interface ResetPasswordWidgetProps extends ResolvedProps {
  readonly config: ResetPasswordConfig
  readonly landing: Landing
}

/** The lazily loaded widget. Its first screen needs most of the code. */
export function ResetPasswordWidget(props: ResetPasswordWidgetProps): ReactElement {
  const { client, styles, strings } = props
  // Changed values create another widget. Equal values may be other objects: keep the first ones.
  const [{ config, landing }] = useState(props)
  const latest = useLatestProps(props)
  const widget = useMemo(() => {
    const runtime = createWidgetRuntime(client, latest.strings)
    const { notify } = runtime
    const plan = planResetPassword(config)
    const clock = clockOf(client)
    const locale = () => latest.strings()['locale.language'] || undefined
    const actor = createResetPasswordActor(landing, {
      client,
      plan,
      clock,
      callbacks: latest.callbacks,
      notify,
      locale,
    })
    return { actor, runtime, get: selectSnapshot(actor) }
  }, [client, config, landing, latest])
  const { state, screenChanges } = useWidgetActor(widget)
  const { runtime, actor } = widget
  return (
    <ResetPasswordLayout
      {...{ client, styles, strings, runtime, state }}
      // The page is there for this widget: its first screen takes the focus too, unless the user is typing elsewhere.
      screenChanges={screenChanges + 1}
      send={actor.send}
      onError={latest.onError}
    />
  )
}

export interface ResetPasswordLayoutProps extends Omit<WidgetLayoutProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly state: ResetPasswordState
  readonly send: (event: ResetPasswordEvent) => void
}

/** Renders a state, whether or not a flow is running. */
export function ResetPasswordLayout({ state, send, ...around }: ResetPasswordLayoutProps): ReactElement {
  const View = resetPasswordViews[state.screen] as (props: ResetPasswordViewProps<typeof state.screen>) => ReactElement
  return (
    <WidgetLayout
      {...around}
      screen={state.screen}
      status={'status' in state ? state.status : undefined}
      onBack={'origin' in state ? () => send({ type: 'back_clicked' }) : undefined}
    >
      {(bootstrap) => <View state={state} send={send} bootstrap={bootstrap} />}
    </WidgetLayout>
  )
}
