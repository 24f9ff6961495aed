import type { ReactElement } from 'react'
import type { StyleConfig } from '../theme/style-config.ts'
import type {
  IdentityProviderEvent,
  IdentityProviderScreen,
  IdentityProviderStateOf,
} from './identity-provider.model.ts'

/** The props of a screen's view. It sends events and calls nothing. */
export interface IdentityProviderViewProps<Name extends IdentityProviderScreen> {
  readonly state: IdentityProviderStateOf<Name>
  readonly send: (event: IdentityProviderEvent) => void
  readonly styles: StyleConfig
  /** Whether the host has named its login page. */
  readonly canLogIn: boolean
}

export type IdentityProviderViews = {
  readonly [Name in IdentityProviderScreen]: (props: IdentityProviderViewProps<Name>) => ReactElement
}
