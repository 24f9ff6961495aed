import type { Client } from '@latchkey/client'
import type { ReactElement, RefObject } from 'react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { takeFocus } from '../a11y/take-focus.ts'
import type { Callbacks } from '../callbacks.ts'
import type { Strings } from '../i18n/strings.ts'
import { textsOf } from '../i18n/text.ts'
import { OverridesContext } from '../i18n/use-text.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import { Framed } from '../ui/framed.tsx'
import { InShadow } from '../ui/in-shadow.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import type { Completions } from './completion.ts'
import { ConfigError } from './config-error.tsx'
import { createLogin } from './create-login.ts'
import type { LoginConfig, LoginPlan } from './login.config.ts'
import { planLogin } from './plan-login.ts'

export interface LoginWidgetProps {
  readonly client: Client
  readonly config: LoginConfig
  readonly styles: StyleConfig
  readonly callbacks: Callbacks
  readonly strings: Strings
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
  const { client, config, plan, root, styles, callbacks, strings, completions } = props
  const live = useRef({ callbacks, strings })
  useLayoutEffect(() => {
    live.current = { callbacks, strings }
  })
  const stage = useMemo(
    () =>
      createLogin({
        client,
        config,
        plan,
        completions,
        callbacks: () => live.current.callbacks,
        strings: () => textsOf(live.current.strings),
      }),
    [client, config, plan, completions],
  )
  const { state, View, rest, moves } = useSyncExternalStore(stage.subscribe, stage.get, stage.get)
  const readSettings = () => (rest ? rest.settings.getState().value : client.bootstrap.getSync())
  const bootstrap = useSyncExternalStore(rest?.settings.subscribe ?? never, readSettings, readSettings)
  // Its place is kept from the start, unless the last visit left word that it stays empty: nothing jumps.
  const [keepsPlace] = useState(bootstrap.displayWatermark || bootstrap.projectName === undefined)

  useEffect(() => {
    const stop = stage.start()
    const cancel = whenIdle(stage.preload)
    return () => {
      cancel()
      stop()
    }
  }, [stage])
  useLayoutEffect(() => {
    if (moves && root.current) takeFocus(root.current)
  }, [moves, root])

  // In a turn of its own: whatever the host page does in it, the widget has moved on.
  const onError = (error: Error) => queueMicrotask(() => live.current.callbacks.onError?.(error))
  const view = <View state={state} send={stage.send} plan={plan} bootstrap={bootstrap} styles={styles} />
  return (
    <OverridesContext.Provider value={{ ...rest?.words, ...textsOf(strings) }}>
      <Framed
        root={root}
        styles={styles}
        screen={state.screen}
        state={'status' in state ? state.status : undefined}
        below={
          <>
            {(keepsPlace || bootstrap.displayWatermark) && (
              <div className="latchkey-watermark">{rest && bootstrap.displayWatermark && <rest.Watermark />}</div>
            )}
            {rest && <rest.Toaster toasts={rest.toasts} />}
          </>
        }
      >
        {rest && state.screen !== 'main' ? (
          <rest.SubScreen key={moves} onBack={() => stage.send({ type: 'back_clicked' })} onError={onError}>
            {view}
          </rest.SubScreen>
        ) : (
          view
        )}
      </Framed>
    </OverridesContext.Provider>
  )
}

function never(): () => void {
  return () => undefined
}
