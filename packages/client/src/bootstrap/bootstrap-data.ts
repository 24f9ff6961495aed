import type { BootstrapResponse, CaptchaSettings, DfpMode, RbacPolicy, Vertical } from '@latchkey/contract'
import { brand } from '@latchkey/contract'

/** What the client knows of its project. */
export interface BootstrapData {
  readonly projectName: string
  readonly displayWatermark: boolean
  readonly cnameDomain: string | null
  readonly emailDomains: readonly string[]
  readonly captchaSettings: CaptchaSettings
  readonly pkceRequiredForEmailMagicLinks: boolean
  readonly pkceRequiredForPasswordResets: boolean
  readonly pkceRequiredForOauth: boolean
  readonly pkceRequiredForSso: boolean
  readonly slugPattern: string | null
  readonly createOrganizationEnabled: boolean
  readonly passwordConfig: { readonly ludsComplexity: number; readonly ludsMinimumCount: number } | null
  readonly dfpProtectedAuthEnabled: boolean
  readonly dfpProtectedAuthMode: DfpMode
  readonly rbacPolicy: RbacPolicy | null
  readonly siweRequiredForCryptoWallets: boolean
  readonly vertical: Vertical
}

/** Proof keys are on: a client that could not ask never does less than the project may require. */
export const defaultBootstrap: BootstrapData = {
  projectName: '',
  displayWatermark: false,
  cnameDomain: null,
  emailDomains: [brand.emailDomain],
  captchaSettings: { enabled: false },
  pkceRequiredForEmailMagicLinks: true,
  pkceRequiredForPasswordResets: true,
  pkceRequiredForOauth: true,
  pkceRequiredForSso: true,
  slugPattern: null,
  createOrganizationEnabled: false,
  passwordConfig: null,
  dfpProtectedAuthEnabled: false,
  dfpProtectedAuthMode: 'OBSERVATION',
  rbacPolicy: null,
  siweRequiredForCryptoWallets: false,
  vertical: 'CONSUMER',
}

/** The one place where the wire's names become ours. A field of the wrong type keeps its default. */
export function toBootstrapData(answer: Partial<BootstrapResponse>): BootstrapData {
  const wire: Record<string, unknown> = { ...answer, display_watermark: answer.disable_sdk_watermark === false }
  const data = Object.fromEntries(
    Object.entries(defaultBootstrap).map(([name, otherwise]) => {
      const value = wire[toWireName(name)]
      const fits = value !== undefined && (otherwise === null || (value !== null && typeof value === typeof otherwise))
      return [name, fits ? value : otherwise]
    }),
  )
  const luds = answer.password_config
  const policy = answer.rbac_policy
  return {
    ...(data as unknown as BootstrapData),
    passwordConfig: luds ? { ludsComplexity: luds.luds_complexity, ludsMinimumCount: luds.luds_minimum_count } : null,
    // Read in full by the permission check: half a policy is none.
    rbacPolicy: Array.isArray(policy?.roles) && Array.isArray(policy.resources) ? policy : null,
  }
}

function toWireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
