import type { ReactElement } from 'react'
import { LazyShadowRoot } from './lazy-shadow-root.tsx'
import { WidgetErrorBoundary } from './widget-error-boundary.tsx'
import type { ResolvedProps } from './widget-root.tsx'

export interface ShadowBoundaryProps extends Pick<ResolvedProps, 'styles' | 'strings' | 'callbacks'> {
  readonly config: { readonly enableShadowDOM?: boolean }
}

/** Renders the widget and its error screen in a shadow root, if the configuration asks for one. */
export function ShadowBoundary({
  config,
  ...props
}: ShadowBoundaryProps & { readonly children: ReactElement }): ReactElement {
  if (!config.enableShadowDOM) return props.children
  return (
    <LazyShadowRoot>
      <WidgetErrorBoundary {...props} />
    </LazyShadowRoot>
  )
}
