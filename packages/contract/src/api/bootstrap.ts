import type { Endpoint, Ok } from '../core/endpoint.ts'
import type { DfpMode, Vertical } from '../core/products.ts'
import type { RbacPolicy } from '../core/rbac.ts'

export type CaptchaSettings = { enabled: false } | { enabled: true; siteKey: string }

export interface PasswordConfig {
  luds_complexity: number
  luds_minimum_count: number
}

/** The settings of the project that a client needs at its start. */
export interface BootstrapResponse extends Ok {
  project_name: string
  disable_sdk_watermark: boolean
  cname_domain: string | null
  email_domains: string[]
  captcha_settings: CaptchaSettings
  pkce_required_for_email_magic_links: boolean
  pkce_required_for_password_resets: boolean
  pkce_required_for_oauth: boolean
  pkce_required_for_sso: boolean
  slug_pattern: string | null
  create_organization_enabled: boolean
  /** Always present: published clients use the defaults for all fields if it is missing. */
  password_config: PasswordConfig | null
  dfp_protected_auth_enabled?: boolean
  dfp_protected_auth_mode?: DfpMode
  rbac_policy?: RbacPolicy
  siwe_required_for_crypto_wallets: boolean
  vertical: Vertical
}

export const projectsBootstrap: Endpoint<null, BootstrapResponse> = {
  method: 'GET',
  path: '/projects/bootstrap/{public_token}',
}
