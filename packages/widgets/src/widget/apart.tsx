import type { ReactElement } from 'react'
import { Guarded } from '../ui/guarded.tsx'
import { InShadow } from '../ui/in-shadow.tsx'
import type { HostedProps } from './hosted.tsx'

export interface ApartProps extends Pick<HostedProps, 'styles' | 'strings' | 'callbacks'> {
  readonly config: { readonly enableShadowDOM?: boolean }
}

/** In a shadow root, where the widget is to stand in one; so does what takes the place of a widget that threw. */
export function Apart({ config, ...props }: ApartProps & { readonly children: ReactElement }): ReactElement {
  if (!config.enableShadowDOM) return props.children
  return (
    <InShadow>
      <Guarded {...props} />
    </InShadow>
  )
}
