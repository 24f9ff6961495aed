import type { WidgetViewProps } from '../widget/widget-definition.ts'
import type { IdentityProviderConfig } from './identity-provider.config.ts'
import type {
  IdentityProviderEvent,
  IdentityProviderScreen,
  IdentityProviderStateOf,
} from './identity-provider.model.ts'

export type IdentityProviderViewProps<Name extends IdentityProviderScreen> = WidgetViewProps<
  IdentityProviderStateOf<Name>,
  IdentityProviderEvent,
  IdentityProviderConfig
>
