import type { RegistrationState } from '../passkey-registration/passkey-registration.flow.ts'
import { RegistrationScene } from '../passkey-registration/registration-widget.tsx'
import type { Exhibit, ExhibitProps } from './exhibit.ts'
import type { Picture } from './picture.ts'
import { picturesOf } from './picture.ts'
import { registrationPictures } from './registration.pictures.ts'
import { Still } from './still.tsx'

export const registrationExhibits: readonly Exhibit[] = picturesOf<Picture<RegistrationState>>(
  registrationPictures,
).map(({ screen, name, picture }) => ({
  widget: 'passkey-registration',
  screen,
  name,
  View: (props: ExhibitProps) => (
    <Still {...props} picture={picture}>
      {(around) => <RegistrationScene {...around} state={picture.state} send={() => undefined} />}
    </Still>
  ),
}))
