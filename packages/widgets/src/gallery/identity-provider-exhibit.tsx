import type { IdentityProviderState } from '../identity-provider/identity-provider.model.ts'
import { IdentityProviderScene } from '../identity-provider/identity-provider-widget.tsx'
import type { Exhibit, ExhibitProps } from './exhibit.ts'
import type { IdentityProviderExtra } from './identity-provider.pictures.ts'
import { identityProviderPictures } from './identity-provider.pictures.ts'
import type { Picture } from './picture.ts'
import { picturesOf } from './picture.ts'
import { Still } from './still.tsx'

export const identityProviderExhibits: readonly Exhibit[] = picturesOf<
  Picture<IdentityProviderState> & IdentityProviderExtra
>(identityProviderPictures).map(({ screen, name, picture }) => ({
  widget: 'identity-provider',
  screen,
  name,
  View: (props: ExhibitProps) => (
    <Still {...props} picture={picture}>
      {(around) => (
        <IdentityProviderScene
          {...around}
          state={picture.state}
          canLogIn={picture.canLogIn === true}
          send={() => undefined}
        />
      )}
    </Still>
  ),
}))
