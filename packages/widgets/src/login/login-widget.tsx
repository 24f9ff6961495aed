import { clientInternals, listen } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '../ui/when-idle.ts'
import { Apart } from '../widget/apart.tsx'
import type { HostedProps } from '../widget/hosted.tsx'
import { Later } from '../widget/later.tsx'
import type { SceneProps } from '../widget/scene.tsx'
import { Scene } from '../widget/scene.tsx'
import { useLive } from '../widget/use-live.ts'
import type { Completions } from './completion.ts'
import { createLogin } from './create-login.ts'
import type { LoginConfig, LoginPlan } from './login.config.ts'
import type { Stage } from './login-stage.ts'
import { planLogin } from './plan-login.ts'

export interface LoginWidgetProps extends HostedProps {
  readonly config: LoginConfig
  /** Outlives this widget. */
  readonly completions: Completions
}

/** One configuration at work: another one makes another widget. */
export function LoginWidget(props: LoginWidgetProps): ReactElement {
  const [{ config, plan }] = useState(() => ({ config: props.config, plan: planLogin(props.config) }))
  if (!plan) return <Later load={loadConfigError} props={props} />
  return (
    <Apart {...props}>
      <AtWork {...props} config={config} plan={plan} />
    </Apart>
  )
}

const loadConfigError = async () => (await import('./config-error.tsx')).ConfigError

interface AtWorkProps extends LoginWidgetProps {
  readonly plan: LoginPlan
}

function AtWork(props: AtWorkProps): ReactElement {
  const { client, config, plan, styles, strings, completions } = props
  const live = useLive(props)
  const stage = useMemo(
    () => createLogin({ client, config, plan, completions, ...live }),
    [client, config, plan, completions, live],
  )
  useEffect(() => {
    const stop = stage.start()
    const cancel = whenIdle(stage.preload)
    // What did not come may come now.
    const unlisten = listen(clientInternals(client).platform, ['online', 'visibilitychange'], stage.preload)
    return () => {
      unlisten()
      cancel()
      stop()
    }
  }, [client, stage])
  return <LoginScene {...{ client, plan, stage, styles, strings, onError: live.onError }} />
}

export interface LoginSceneProps extends Pick<SceneProps, 'client' | 'styles' | 'strings' | 'onError'> {
  readonly plan: LoginPlan
  readonly stage: Pick<Stage, 'get' | 'subscribe' | 'send'>
}

/** Draws what a stage shows, be it at work or not. */
export function LoginScene({ plan, stage, ...around }: LoginSceneProps): ReactElement {
  const { state, View, rest, parts, moves, canGoBack, failure } = useSyncExternalStore(
    stage.subscribe,
    stage.get,
    stage.get,
  )
  // Whoever guards the widget says so, and offers to try again.
  if (failure) throw failure
  return (
    <Scene
      {...around}
      screen={state.screen}
      status={'status' in state ? state.status : undefined}
      moves={moves}
      extras={rest}
      onBack={canGoBack ? () => stage.send({ type: 'back_clicked' }) : undefined}
    >
      {(bootstrap) => (
        <View state={state} send={stage.send} plan={plan} bootstrap={bootstrap} styles={around.styles} parts={parts} />
      )}
    </Scene>
  )
}
