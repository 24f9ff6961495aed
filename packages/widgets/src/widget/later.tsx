import type { ReactElement } from 'react'
import { useRef } from 'react'
import { Framed } from '../ui/framed.tsx'
import { Pending } from '../ui/pending.tsx'
import type { HostedProps } from './hosted.tsx'
import { useLoaded } from './use-loaded.ts'

export interface LaterProps<Props> {
  /** The same function at every rendering. Asked once more where it failed and the person tries again. */
  readonly load: () => Promise<(props: Props) => ReactElement>
  readonly props: Props
}

/** A widget whose code comes when it is first drawn, in a frame that is there at once: other pages do not carry it. */
export function Later<Props extends Pick<HostedProps, 'styles'>>({ load, props }: LaterProps<Props>): ReactElement {
  const { value: Widget, failure } = useLoaded(load)
  const root = useRef<HTMLDivElement>(null)
  // Whoever guards the widget says so, and offers to try again.
  if (failure) throw failure
  if (Widget) return <Widget {...props} />
  return (
    <Framed root={root} styles={props.styles}>
      <Pending />
    </Framed>
  )
}
