import type { ReactElement } from 'react'
import { Pending } from '../ui/pending.tsx'
import { WidgetFrame } from '../ui/widget-frame.tsx'
import type { FirstScreen } from './reserved-height.tsx'
import { ReservedHeight, reservesHeight } from './reserved-height.tsx'
import type { ShadowBoundaryProps } from './shadow-boundary.tsx'
import { ShadowBoundary } from './shadow-boundary.tsx'
import { useLoadedOrThrow } from './use-loaded.ts'

export interface LazyWidgetProps<Props> {
  /** Must be the same function at every render. Called again if it failed and the user retries. */
  readonly load: () => Promise<(props: Props) => ReactElement>
  readonly props: Props
  /** The screen whose height is reserved while the widget loads. */
  readonly screen?: FirstScreen | undefined
}

/** Loads a widget when it is first rendered, inside a frame that is shown at once. Other pages do not download it. */
export function LazyWidget<Props extends ShadowBoundaryProps>(given: LazyWidgetProps<Props>): ReactElement {
  return (
    <ShadowBoundary {...given.props}>
      <LoadedWidget {...given} />
    </ShadowBoundary>
  )
}

function LoadedWidget<Props extends ShadowBoundaryProps>({
  load,
  props,
  screen,
}: LazyWidgetProps<Props>): ReactElement {
  const Widget = useLoadedOrThrow(load)
  if (Widget) return <Widget {...props} />
  return (
    <WidgetFrame styles={props.styles}>
      {reservesHeight && screen ? (
        <>
          <ReservedHeight screen={screen} styles={props.styles}>
            <Pending />
          </ReservedHeight>
          <div className="latchkey-watermark" />
        </>
      ) : (
        <Pending />
      )}
    </WidgetFrame>
  )
}
