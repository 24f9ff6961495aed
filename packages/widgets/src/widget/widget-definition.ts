import type { BootstrapData, Client } from '@latchkey/client'
import type { AnyClient } from '@latchkey/client/internal'
import type { ReactElement } from 'react'
import type { Actor } from '../flow/actor.ts'
import type { Screen } from '../flow/screens.ts'
import type { StyleConfig } from '../theme/style-config.ts'
import type { CommonEffectDeps } from './common-effects.ts'

/** The state of a flow with screens. */
export interface ScreenState {
  readonly screen: Screen
  readonly status?: string
}

/** The props of a screen's view. It sends events and calls nothing. */
export interface WidgetViewProps<State, Event, Config> {
  readonly state: State
  readonly send: (event: Event) => void
  readonly bootstrap: BootstrapData
  readonly styles: StyleConfig
  readonly config: Config
}

/** What the effects of every widget need. */
export interface WidgetDeps<Of extends AnyClient = Client> extends CommonEffectDeps<Of> {
  /** The language of the widget's texts, for messages to the user; undefined if the host page set none. */
  readonly locale: () => string | undefined
}

/** The values that a widget begins with. */
export interface WidgetStart {
  readonly config: object
}

/** A widget that is loaded as a whole: its flow, and a view for each screen. `FlowWidget` does the rest. */
export interface WidgetDefinition<
  Start extends WidgetStart,
  State extends ScreenState,
  Event,
  Of extends AnyClient = Client,
> {
  /** Creates the flow. Nothing happens before it is started. */
  readonly createActor: (start: Start, deps: WidgetDeps<Of>) => Actor<State, Event>
  readonly views: {
    readonly [Name in State['screen']]: (
      props: WidgetViewProps<Extract<State, { readonly screen: Name }>, Event, Start['config']>,
    ) => ReactElement
  }
  /** The event of the back arrow. Screens without one have no arrow. */
  readonly backEvent?: (state: State) => Event | undefined
  /** The first screen takes the focus too, because the page exists for this widget. */
  readonly takesFocusAtStart?: boolean
}
