import type { BootstrapResponse, CaptchaSettings, DfpMode, RbacPolicy, Vertical } from '@latchkey/contract'
import { vendorEmailDomain } from '@latchkey/contract'

/** The settings of the project. Optional fields are missing until the provider has responded once. */
export interface BootstrapData {
  readonly projectName?: string
  readonly displayWatermark: boolean
  readonly cnameDomain?: string | null
  readonly emailDomains: readonly string[]
  readonly captchaSettings: CaptchaSettings
  readonly pkceRequiredForEmailMagicLinks: boolean
  readonly pkceRequiredForPasswordResets: boolean
  readonly pkceRequiredForOauth: boolean
  readonly pkceRequiredForSso: boolean
  readonly slugPattern?: string | null
  readonly createOrganizationEnabled?: boolean
  readonly passwordConfig?: { readonly ludsComplexity: number; readonly ludsMinimumCount: number } | null
  readonly dfpProtectedAuthEnabled?: boolean
  readonly dfpProtectedAuthMode?: DfpMode
  readonly rbacPolicy?: RbacPolicy
  readonly siweRequiredForCryptoWallets?: boolean
  readonly vertical?: Vertical
}

/** PKCE is on by default: if the settings cannot be read, the client still meets the strictest project. */
const defaults: Record<string, unknown> = {
  emailDomains: [vendorEmailDomain],
  captchaSettings: { enabled: false },
  pkceRequiredForEmailMagicLinks: true,
  pkceRequiredForPasswordResets: true,
  pkceRequiredForOauth: true,
  pkceRequiredForSso: true,
} satisfies Partial<BootstrapData>

/**
 * Converts the names of the wire to camelCase. The RBAC policy keeps its names, because the contract reads it.
 * A value whose type differs from its default is replaced by the default, so that a malformed response never weakens
 * a setting.
 */
export function toBootstrapData(response: Partial<BootstrapResponse> | null): BootstrapData {
  const { disable_sdk_watermark, password_config, ...rest } = { ...response }
  const data: Record<string, unknown> = {
    ...camelCased(rest),
    displayWatermark: disable_sdk_watermark === false,
    passwordConfig: password_config && camelCased(password_config),
  }
  for (const name in defaults) {
    if (data[name]?.constructor !== defaults[name]?.constructor) data[name] = defaults[name]
  }
  return data as unknown as BootstrapData
}

function camelCased(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
