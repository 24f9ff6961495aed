import type { ReactElement } from 'react'
import { Pending } from '../ui/pending.tsx'
import { WidgetFrame } from '../ui/widget-frame.tsx'
import type { FirstScreen } from './reserved-height.tsx'
import { ReservedHeight, reservesHeight } from './reserved-height.tsx'
import type { ShadowBoundaryProps } from './shadow-boundary.tsx'
import { ShadowBoundary } from './shadow-boundary.tsx'
import { useLoadedOrThrow } from './use-loaded.ts'

export interface LazyWidgetProps<Props> {
  /** The same function at every rendering. Asked once more where it failed and the person tries again. */
  readonly load: () => Promise<(props: Props) => ReactElement>
  readonly props: Props
  /** Whose height is kept meanwhile. */
  readonly screen?: FirstScreen | undefined
}

/** A widget whose code comes when it is first drawn, in a frame that is there at once: other pages do not carry it. */
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
