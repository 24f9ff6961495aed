import type { IdentityProviderState } from '../identity-provider/identity-provider.model.ts'
import { IdentityProviderLayout } from '../identity-provider/identity-provider-widget.tsx'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'
import type { GalleryState } from './gallery-state.ts'
import { listStates } from './gallery-state.ts'
import type { IdentityProviderExtra } from './identity-provider.states.ts'
import { identityProviderStates } from './identity-provider.states.ts'
import { StaticWidget } from './static-widget.tsx'

export const identityProviderItems: readonly GalleryItem[] = listStates<
  GalleryState<IdentityProviderState> & IdentityProviderExtra
>(identityProviderStates).map(({ screen, name, item }) => ({
  widget: 'identity-provider',
  screen,
  name,
  View: (props: GalleryItemProps) => (
    <StaticWidget {...props} item={item}>
      {(around) => (
        <IdentityProviderLayout
          {...around}
          state={item.state}
          canLogIn={item.canLogIn === true}
          send={() => undefined}
        />
      )}
    </StaticWidget>
  ),
}))
