import { b2bLoginStates } from '../b2b-login/b2b-login.states.ts'
import { staticB2bLogin } from '../b2b-login/b2b-login-static.tsx'
import type { B2bLoginStart } from '../b2b-login/b2b-login-store.ts'
import type { B2bLoginEvent } from '../b2b-login/flow/b2b-events.ts'
import type { B2bLoginState } from '../b2b-login/flow/b2b-state.ts'
import { identityProviderStates } from '../identity-provider/identity-provider.states.ts'
import { identityProvider } from '../identity-provider/identity-provider-widget.tsx'
import { membersStates } from '../organization/members/members.states.ts'
import type { MembersEvent, MembersState } from '../organization/members/members-state.flow.ts'
import type { MembersStart } from '../organization/members/members-widget.tsx'
import { members } from '../organization/members/members-widget.tsx'
import type { SettingsEvent, SettingsState } from '../organization/settings/settings.flow.ts'
import { settingsStates } from '../organization/settings/settings.states.ts'
import type { SettingsStart } from '../organization/settings/settings-widget.tsx'
import { settings } from '../organization/settings/settings-widget.tsx'
import { ssoStates } from '../organization/sso/sso.states.ts'
import type { SsoEvent, SsoState } from '../organization/sso/sso-state.flow.ts'
import type { SsoStart } from '../organization/sso/sso-widget.tsx'
import { ssoSetup } from '../organization/sso/sso-widget.tsx'
import type { SwitcherEvent, SwitcherState } from '../organization/switcher/switcher.flow.ts'
import { switcherStates } from '../organization/switcher/switcher.states.ts'
import type { SwitcherStart } from '../organization/switcher/switcher-widget.tsx'
import { switcher } from '../organization/switcher/switcher-widget.tsx'
import { registrationStates } from '../passkey-registration/registration.states.ts'
import { passkeyRegistration } from '../passkey-registration/registration-widget.tsx'
import { resetPasswordStates } from '../reset-password/reset-password.states.ts'
import { resetPassword } from '../reset-password/reset-password-widget.tsx'
import { errorItems } from './error-items.tsx'
import type { GalleryItem } from './gallery-item.ts'
import { loginItems } from './login-items.tsx'
import { widgetItems } from './widget-items.tsx'

export const gallery: readonly GalleryItem[] = [
  ...loginItems,
  ...errorItems,
  ...widgetItems('reset-password', resetPassword, resetPasswordStates),
  ...widgetItems('passkey-registration', passkeyRegistration, registrationStates),
  ...widgetItems('identity-provider', identityProvider, identityProviderStates),
  ...widgetItems<B2bLoginStart, B2bLoginState, B2bLoginEvent>('b2b-login', staticB2bLogin, b2bLoginStates),
  ...widgetItems<SwitcherStart, SwitcherState, SwitcherEvent>('organization-switcher', switcher, switcherStates),
  ...widgetItems<MembersStart, MembersState, MembersEvent>('members', members, membersStates),
  ...widgetItems<SettingsStart, SettingsState, SettingsEvent>('organization-settings', settings, settingsStates),
  ...widgetItems<SsoStart, SsoState, SsoEvent>('sso-setup', ssoSetup, ssoStates),
]
