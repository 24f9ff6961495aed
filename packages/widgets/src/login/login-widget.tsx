import { clientInternals, listen } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { LoginConfig, LoginPlan } from '../config/login.config.ts'
import { LazyWidget } from '../widget/lazy-widget.tsx'
import { ShadowBoundary } from '../widget/shadow-boundary.tsx'
import { useLatestProps } from '../widget/use-latest-props.ts'
import type { WidgetLayoutProps } from '../widget/widget-layout.tsx'
import { WidgetLayout } from '../widget/widget-layout.tsx'
import type { ResolvedProps } from '../widget/widget-root.tsx'
import type { Completions } from './completion.ts'
import { planLogin } from './config/plan-login.ts'
import { createLogin } from './create-login.ts'
import type { LoginStore } from './login-store.ts'

export interface LoginWidgetProps extends ResolvedProps {
  readonly config: LoginConfig
  /** Shared with the widgets that this one replaces. */
  readonly completions: Completions
}

/** A login widget with one configuration. Another configuration creates another widget. */
export function LoginWidget(props: LoginWidgetProps): ReactElement {
  const [{ config, plan }] = useState(() => ({ config: props.config, plan: planLogin(props.config) }))
  if (!plan) return <LazyWidget load={loadConfigError} props={props} />
  return (
    <ShadowBoundary {...props}>
      <ConfiguredLogin {...props} config={config} plan={plan} />
    </ShadowBoundary>
  )
}

const loadConfigError = async () => (await import('./config/config-error.tsx')).ConfigError

interface ConfiguredLoginProps extends LoginWidgetProps {
  readonly plan: LoginPlan
}

function ConfiguredLogin(props: ConfiguredLoginProps): ReactElement {
  const { client, config, plan, styles, strings, completions } = props
  const latest = useLatestProps(props)
  const store = useMemo(
    () => createLogin({ client, config, plan, completions, ...latest }),
    [client, config, plan, completions, latest],
  )
  useEffect(() => {
    const stop = store.start()
    const cancel = whenIdle(store.preload)
    // Retry a failed load.
    const unlisten = listen(clientInternals(client).platform, ['online', 'visibilitychange'], store.preload)
    return () => {
      unlisten()
      cancel()
      stop()
    }
  }, [client, store])
  return <LoginLayout {...{ client, plan, store, styles, strings, onError: latest.onError }} />
}

/** Runs when the browser is idle, or after a second on a page that never is. The returned function cancels it. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 1_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 300)
  return () => clearTimeout(timer)
}

export interface LoginLayoutProps extends Pick<WidgetLayoutProps, 'client' | 'styles' | 'strings' | 'onError'> {
  readonly plan: LoginPlan
  readonly store: Pick<LoginStore, 'get' | 'subscribe' | 'send'>
}

/** Renders the snapshot of a store, whether or not a flow is running. */
export function LoginLayout({ plan, store, ...around }: LoginLayoutProps): ReactElement {
  const { state, View, runtime, slots, screenChanges, canGoBack, failure } = useSyncExternalStore(
    store.subscribe,
    store.get,
    store.get,
  )
  // The error boundary of the widget shows it and offers a retry.
  if (failure) throw failure
  return (
    <WidgetLayout
      {...around}
      screen={state.screen}
      status={'status' in state ? state.status : undefined}
      screenChanges={screenChanges}
      runtime={runtime}
      onBack={canGoBack ? () => store.send({ type: 'back_clicked' }) : undefined}
    >
      {(bootstrap) => (
        <View state={state} send={store.send} plan={plan} bootstrap={bootstrap} styles={around.styles} slots={slots} />
      )}
    </WidgetLayout>
  )
}
