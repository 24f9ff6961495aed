import type { ReactElement, RefObject } from 'react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Framed } from '../ui/framed.tsx'
import { InShadow } from '../ui/in-shadow.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import type { HostedProps } from '../widget/hosted.tsx'
import type { SceneProps } from '../widget/scene.tsx'
import { Scene } from '../widget/scene.tsx'
import { useLive } from '../widget/use-live.ts'
import type { Completions } from './completion.ts'
import { ConfigError } from './config-error.tsx'
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
  const root = useRef<HTMLDivElement>(null)
  const [{ config, plan, problem }] = useState(() => ({ config: props.config, ...planLogin(props.config) }))
  const content = plan ? (
    <AtWork {...props} config={config} plan={plan} root={root} />
  ) : (
    <Framed root={root} styles={props.styles} screen="error">
      <ConfigError problem={problem} />
    </Framed>
  )
  return config.enableShadowDOM ? <InShadow>{content}</InShadow> : content
}

interface AtWorkProps extends LoginWidgetProps {
  readonly plan: LoginPlan
  readonly root: RefObject<HTMLDivElement | null>
}

function AtWork(props: AtWorkProps): ReactElement {
  const { client, config, plan, root, styles, strings, completions } = props
  const live = useLive(props)
  const stage = useMemo(
    () => createLogin({ client, config, plan, completions, callbacks: live.callbacks, strings: live.strings }),
    [client, config, plan, completions, live],
  )
  useEffect(() => {
    const stop = stage.start()
    const cancel = whenIdle(stage.preload)
    return () => {
      cancel()
      stop()
    }
  }, [stage])
  return <LoginScene {...{ client, plan, root, stage, styles, strings, onError: live.onError }} />
}

export interface LoginSceneProps extends Pick<SceneProps, 'client' | 'root' | 'styles' | 'strings' | 'onError'> {
  readonly plan: LoginPlan
  readonly stage: Pick<Stage, 'get' | 'subscribe' | 'send'>
}

/** Draws what a stage shows, be it at work or not. */
export function LoginScene({ plan, stage, ...around }: LoginSceneProps): ReactElement {
  const { state, View, rest, parts, moves } = useSyncExternalStore(stage.subscribe, stage.get, stage.get)
  return (
    <Scene
      {...around}
      screen={state.screen}
      status={'status' in state ? state.status : undefined}
      moves={moves}
      extras={rest}
      onBack={state.screen === 'main' ? undefined : () => stage.send({ type: 'back_clicked' })}
    >
      {(bootstrap) => (
        <View state={state} send={stage.send} plan={plan} bootstrap={bootstrap} styles={around.styles} parts={parts} />
      )}
    </Scene>
  )
}
