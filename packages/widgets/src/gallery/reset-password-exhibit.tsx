import type { ResetPasswordState } from '../reset-password/reset-password.flow.ts'
import { ResetPasswordScene } from '../reset-password/reset-password-widget.tsx'
import type { Exhibit, ExhibitProps } from './exhibit.ts'
import type { Picture } from './picture.ts'
import { picturesOf } from './picture.ts'
import { resetPasswordPictures } from './reset-password.pictures.ts'
import { Still } from './still.tsx'

export const resetPasswordExhibits: readonly Exhibit[] = picturesOf<Picture<ResetPasswordState>>(
  resetPasswordPictures,
).map(({ screen, name, picture }) => ({
  widget: 'reset-password',
  screen,
  name,
  View: (props: ExhibitProps) => (
    <Still {...props} picture={picture}>
      {(around) => <ResetPasswordScene {...around} state={picture.state} send={() => undefined} />}
    </Still>
  ),
}))
