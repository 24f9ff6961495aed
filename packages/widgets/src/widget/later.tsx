import type { ReactElement } from 'react'
import { Framed } from '../ui/framed.tsx'
import { Pending } from '../ui/pending.tsx'
import type { ApartProps } from './apart.tsx'
import { Apart } from './apart.tsx'
import type { FirstScreen } from './reserved.tsx'
import { Reserved, reserves } from './reserved.tsx'
import { useNeeded } from './use-loaded.ts'

export interface LaterProps<Props> {
  /** The same function at every rendering. Asked once more where it failed and the person tries again. */
  readonly load: () => Promise<(props: Props) => ReactElement>
  readonly props: Props
  /** Whose height is kept meanwhile. */
  readonly screen?: FirstScreen | undefined
}

/** A widget whose code comes when it is first drawn, in a frame that is there at once: other pages do not carry it. */
export function Later<Props extends ApartProps>(given: LaterProps<Props>): ReactElement {
  return (
    <Apart {...given.props}>
      <Loading {...given} />
    </Apart>
  )
}

function Loading<Props extends ApartProps>({ load, props, screen }: LaterProps<Props>): ReactElement {
  const Widget = useNeeded(load)
  if (Widget) return <Widget {...props} />
  return (
    <Framed styles={props.styles}>
      {reserves && screen ? (
        <>
          <Reserved screen={screen} styles={props.styles}>
            <Pending />
          </Reserved>
          <div className="latchkey-watermark" />
        </>
      ) : (
        <Pending />
      )}
    </Framed>
  )
}
