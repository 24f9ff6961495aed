import type { IdentityProviderState } from '../identity-provider/identity-provider.flow.ts'
import { IdentityProviderScene } from '../identity-provider/identity-provider-widget.tsx'
import type { Exhibit, ExhibitProps } from './exhibit.ts'
import { identityProviderPictures } from './identity-provider.pictures.ts'
import type { Picture } from './picture.ts'
import { picturesOf } from './picture.ts'
import { Still } from './still.tsx'

export const identityProviderExhibits: readonly Exhibit[] = picturesOf<Picture<IdentityProviderState>>(
  identityProviderPictures,
).map(({ screen, name, picture }) => ({
  widget: 'identity-provider',
  screen,
  name,
  View: (props: ExhibitProps) => (
    <Still {...props} picture={picture}>
      {(around) => <IdentityProviderScene {...around} state={picture.state} send={() => undefined} />}
    </Still>
  ),
}))
