import type { AnyClient } from '@latchkey/client/internal'
import { clockOf } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { selectSnapshot } from './select-snapshot.ts'
import { useLatestProps } from './use-latest-props.ts'
import type { ScreenState, WidgetDefinition, WidgetStart, WidgetViewProps } from './widget-definition.ts'
import type { WidgetLayoutProps } from './widget-layout.tsx'
import { WidgetLayout } from './widget-layout.tsx'
import type { ResolvedProps } from './widget-root.tsx'
import { createWidgetRuntime } from './widget-runtime.ts'

interface FlowWidgetProps<Start extends WidgetStart, State extends ScreenState, Event, Of extends AnyClient>
  extends ResolvedProps<Of> {
  readonly definition: WidgetDefinition<Start, State, Event, Of>
  /** Only the first values are used. Changed values create another widget; equal values may be other objects. */
  readonly start: Start
}

/** Runs the flow of a widget while it is mounted, and renders its screens. */
export function FlowWidget<Start extends WidgetStart, State extends ScreenState, Event, Of extends AnyClient>({
  definition,
  start: given,
  ...props
}: FlowWidgetProps<Start, State, Event, Of>): ReactElement {
  const { client } = props
  const [start] = useState(given)
  const latest = useLatestProps(props)
  const { actor, runtime, get } = useMemo(() => {
    const runtime = createWidgetRuntime(client, latest.strings)
    const actor = definition.createActor(start, {
      client,
      clock: clockOf(client),
      callbacks: latest.callbacks,
      notify: runtime.notify,
      locale: () => latest.strings()['locale.language'] || undefined,
    })
    return { actor, runtime, get: selectSnapshot(actor) }
  }, [client, definition, start, latest])
  useEffect(() => runtime.start(actor), [actor, runtime])
  const { state, screenChanges } = useSyncExternalStore(actor.subscribe, get, get)
  return (
    <FlowScreen
      {...props}
      {...{ definition, runtime, state }}
      config={start.config}
      screenChanges={screenChanges + Number(definition.takesFocusAtStart === true)}
      send={actor.send}
      onError={latest.onError}
    />
  )
}

export interface FlowScreenProps<Start extends WidgetStart, State extends ScreenState, Event>
  extends Omit<WidgetLayoutProps, 'screen' | 'status' | 'onBack' | 'children'> {
  readonly definition: Pick<WidgetDefinition<Start, State, Event>, 'views' | 'backEvent'>
  readonly state: State
  readonly send: (event: Event) => void
  readonly config: Start['config']
}

/** Renders a state, whether or not a flow is running. */
export function FlowScreen<Start extends WidgetStart, State extends ScreenState, Event>({
  definition,
  state,
  send,
  config,
  ...around
}: FlowScreenProps<Start, State, Event>): ReactElement {
  const View = definition.views[state.screen as State['screen']] as (
    props: WidgetViewProps<State, Event, Start['config']>,
  ) => ReactElement
  const back = definition.backEvent?.(state)
  return (
    <WidgetLayout {...around} screen={state.screen} status={state.status} onBack={back && (() => send(back))}>
      {(bootstrap) => <View {...{ state, send, bootstrap, config }} styles={around.styles} />}
    </WidgetLayout>
  )
}
