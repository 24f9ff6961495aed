import type { RegistrationState } from '../passkey-registration/passkey-registration.flow.ts'
import { RegistrationLayout } from '../passkey-registration/registration-widget.tsx'
import type { GalleryItem, GalleryItemProps } from './gallery-item.ts'
import type { GalleryState } from './gallery-state.ts'
import { listStates } from './gallery-state.ts'
import { registrationStates } from './registration.states.ts'
import { StaticWidget } from './static-widget.tsx'

export const registrationItems: readonly GalleryItem[] = listStates<GalleryState<RegistrationState>>(
  registrationStates,
).map(({ screen, name, item }) => ({
  widget: 'passkey-registration',
  screen,
  name,
  View: (props: GalleryItemProps) => (
    <StaticWidget {...props} item={item}>
      {(around) => <RegistrationLayout {...around} state={item.state} send={() => undefined} />}
    </StaticWidget>
  ),
}))
