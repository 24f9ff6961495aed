import type { ReactElement } from 'react'
import type { Strings } from '../strings.ts'
import type { StyleConfig } from '../theme/style-config.ts'

/** How a gallery item is rendered. */
export interface GalleryItemProps {
  readonly styles?: StyleConfig
  readonly strings?: Strings
  readonly enableShadowDOM?: boolean
}

/** One screen in one state, rendered from literals: no client, no network, no clock. */
export interface GalleryItem {
  readonly widget: string
  readonly screen: string
  /** The name of the state. */
  readonly name: string
  readonly View: (props: GalleryItemProps) => ReactElement
}
