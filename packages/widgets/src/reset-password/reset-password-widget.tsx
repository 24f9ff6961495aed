import { clockOf } from '@latchkey/react/internal'
import type { ReactElement } from 'react'
import { useMemo, useState } from 'react'
import { createExtras } from '../widget/extras.ts'
import type { HostedProps } from '../widget/hosted.tsx'
import type { SceneProps } from '../widget/scene.tsx'
import { Scene } from '../widget/scene.tsx'
import { shownBy } from '../widget/shown-by.ts'
import { useLive } from '../widget/use-live.ts'
import { useWork } from '../widget/use-work.ts'
import type { ResetPasswordConfig } from './reset-password.config.ts'
import { planResetPassword } from './reset-password.config.ts'
import type { Landing, ResetPasswordEvent, ResetPasswordState } from './reset-password.flow.ts'
import { resetPasswordViews } from './reset-password.views.tsx'
import { createResetPasswordActor } from './reset-password-actor.ts'
import type { ResetPasswordViewProps } from './reset-password-view.ts'

export interface ResetPasswordWidgetProps extends HostedProps {
  readonly config: ResetPasswordConfig
  readonly landing: Landing
}

/** All of the widget: it is loaded as a whole, for its first screen needs most of it. */
export function ResetPasswordWidget(props: ResetPasswordWidgetProps): ReactElement {
  const { client, styles, strings } = props
  // Others make another widget: this one stays with its own, whatever object an equal one is.
  const [{ config, landing }] = useState(props)
  const live = useLive(props)
  const work = useMemo(() => {
    const extras = createExtras(client, live.strings)
    const { notify } = extras
    const plan = planResetPassword(config)
    const clock = clockOf(client)
    const locale = () => live.strings()['locale.language'] || undefined
    const actor = createResetPasswordActor(landing, { client, plan, clock, callbacks: live.callbacks, notify, locale })
    return { actor, extras, get: shownBy(actor) }
  }, [client, config, landing, live])
  const { state, moves } = useWork(work)
  const { extras, actor } = work
  return (
    <ResetPasswordScene
      {...{ client, styles, strings, extras, state }}
      // The page is there for this widget: its first screen takes the focus too, unless the user is typing elsewhere.
      moves={moves + 1}
      send={actor.send}
      onError={live.onError}
    />
  )
}

export interface ResetPasswordSceneProps extends Omit<SceneProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly state: ResetPasswordState
  readonly send: (event: ResetPasswordEvent) => void
}

/** Renders a state, whether or not a flow is running. */
export function ResetPasswordScene({ state, send, ...around }: ResetPasswordSceneProps): ReactElement {
  const View = resetPasswordViews[state.screen] as (props: ResetPasswordViewProps<typeof state.screen>) => ReactElement
  return (
    <Scene
      {...around}
      screen={state.screen}
      status={'status' in state ? state.status : undefined}
      onBack={'origin' in state ? () => send({ type: 'back_clicked' }) : undefined}
    >
      {(bootstrap) => <View state={state} send={send} bootstrap={bootstrap} />}
    </Scene>
  )
}
