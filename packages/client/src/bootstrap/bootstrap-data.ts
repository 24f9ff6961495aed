import type { BootstrapResponse, CaptchaSettings, DfpMode, RbacPolicy, Vertical } from '@latchkey/contract'
import { vendorEmailDomain } from '@latchkey/contract'

/** What the client knows of its project. What may be missing is not known before the provider has answered. */
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

/** Proof keys are on: a client that could not ask never does less than the project may require. */
const defaults: Record<string, unknown> = {
  emailDomains: [vendorEmailDomain],
  captchaSettings: { enabled: false },
  pkceRequiredForEmailMagicLinks: true,
  pkceRequiredForPasswordResets: true,
  pkceRequiredForOauth: true,
  pkceRequiredForSso: true,
} satisfies Partial<BootstrapData>

/**
 * The one place where the wire's names become ours. The policy keeps its own: it is read by the contract.
 * A value of another type than its default is as good as none: what is broken never loosens anything.
 */
export function toBootstrapData(answer: Partial<BootstrapResponse> | null): BootstrapData {
  const { disable_sdk_watermark, password_config, ...rest } = { ...answer }
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
