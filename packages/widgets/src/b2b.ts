export type { B2bLoginProps } from './b2b-login/b2b-login.tsx'
export { B2bLogin } from './b2b-login/b2b-login.tsx'
export type {
  B2bEmailMagicLinksOptions,
  B2bEmailOtpOptions,
  B2bLoginConfig,
  B2bLoginProduct,
  B2bOAuthOptions,
  B2bOAuthProviderOptions,
  B2bPasswordOptions,
  B2bSsoOptions,
  DirectLoginOptions,
} from './b2b-login/config/b2b-login.config.ts'
export type { B2bLoginFlow } from './b2b-login/create-b2b-login-flow.ts'
export { createB2bLoginFlow } from './b2b-login/create-b2b-login-flow.ts'
export type { B2bLoginEvent } from './b2b-login/flow/b2b-events.ts'
export type { B2bLoginState } from './b2b-login/flow/b2b-state.ts'
export type { B2bLocale, B2bStrings } from './b2b-login/text/b2b-strings.ts'
export type {
  MountAdminPortalMemberManagementOptions,
  MountAdminPortalOrgSettingsOptions,
  MountAdminPortalSSOOptions,
} from './organization/admin-portal.tsx'
export {
  mountAdminPortalMemberManagement,
  mountAdminPortalOrgSettings,
  mountAdminPortalSSO,
} from './organization/admin-portal.tsx'
export type { MembersConfig, RoleDisplayConfig, ShownRole } from './organization/members/members.config.ts'
export type { MembersProps } from './organization/members/members.tsx'
export { Members } from './organization/members/members.tsx'
export type { OrganizationSettingsConfig, PortalAuthMethod } from './organization/settings/settings.config.ts'
export type { OrganizationSettingsProps } from './organization/settings/settings.tsx'
export { OrganizationSettings } from './organization/settings/settings.tsx'
export type { SsoSetupConfig } from './organization/sso/sso.config.ts'
export type { SsoSetupProps } from './organization/sso/sso.tsx'
export { SsoSetup } from './organization/sso/sso.tsx'
export type { OrganizationSwitcherConfig } from './organization/switcher/switcher.config.ts'
export type { OrganizationSwitcherProps } from './organization/switcher/switcher.tsx'
export { OrganizationSwitcher } from './organization/switcher/switcher.tsx'
export type { OrganizationLocale, OrganizationStrings } from './organization/text/organization-text.ts'
