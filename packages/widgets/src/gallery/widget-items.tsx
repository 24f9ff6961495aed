import { FlowScreen } from '../widget/flow-widget.tsx'
import type { ScreenState, WidgetDefinition, WidgetStart } from '../widget/widget-definition.ts'
import type { GalleryState, GalleryStates } from './fixtures/gallery-state.ts'
import { listStates } from './fixtures/gallery-state.ts'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'
import { StaticWidget } from './static-widget.tsx'

/** What the configuration adds to a state. */
interface Configured<Start extends WidgetStart> {
  readonly config?: Start['config']
}

/** The screens of a widget, in the given states. */
export function widgetItems<Start extends WidgetStart, State extends ScreenState, Event>(
  widget: string,
  definition: Pick<WidgetDefinition<Start, State, Event>, 'views' | 'backEvent'>,
  states: GalleryStates<State, Configured<Start>>,
): readonly GalleryItem[] {
  return listStates<GalleryState<State> & Configured<Start>>(states).map(({ screen, name, item }) => ({
    widget,
    screen,
    name,
    View: (props: GalleryItemProps) => (
      <StaticWidget {...props} item={item}>
        {(around) => (
          <FlowScreen
            {...around}
            definition={definition}
            state={item.state}
            config={item.config ?? {}}
            send={() => undefined}
          />
        )}
      </StaticWidget>
    ),
  }))
}
