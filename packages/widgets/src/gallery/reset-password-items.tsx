import type { ResetPasswordState } from '../reset-password/reset-password.flow.ts'
import { ResetPasswordLayout } from '../reset-password/reset-password-widget.tsx'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'
import type { GalleryState } from './gallery-state.ts'
import { listStates } from './gallery-state.ts'
import { resetPasswordStates } from './reset-password.states.ts'
import { StaticWidget } from './static-widget.tsx'

export const resetPasswordItems: readonly GalleryItem[] = listStates<GalleryState<ResetPasswordState>>(
  resetPasswordStates,
).map(({ screen, name, item }) => ({
  widget: 'reset-password',
  screen,
  name,
  View: (props: GalleryItemProps) => (
    <StaticWidget {...props} item={item}>
      {(around) => <ResetPasswordLayout {...around} state={item.state} send={() => undefined} />}
    </StaticWidget>
  ),
}))
