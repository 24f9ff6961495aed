import { captchaLoginAction } from '@latchkey/contract'
import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { CaptchaSettings, ProjectRecord, ProjectSettings } from '../storage/records.ts'
import { createVendorVerifier } from './captcha-vendors.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'
import { createProofVerifier } from './proof-of-work.ts'

export type CaptchaContext = Pick<
  ProviderContext,
  'captcha' | 'logger' | 'vault' | 'clock' | 'storage' | 'outbound' | 'config'
>

/** Site keys of test projects with a fixed result for every token. */
export const developmentSiteKeys: { passes: string; fails: string } = {
  passes: 'latchkey-always-passes',
  fails: 'latchkey-always-fails',
}

const timeoutMs = 10_000

/** The site key of the proof of work that device protection requires in a project without a captcha. */
const deviceSiteKey = 'device-protection'

/**
 * The captcha of guarded calls. Any program can forge a device report, so a project that decides by it (DECISIONING)
 * always has a captcha: the built-in proof of work, if it sets no other.
 */
export function captchaOf({ captcha, dfp }: Pick<ProjectSettings, 'captcha' | 'dfp'>): ProjectSettings['captcha'] {
  if (captcha.enabled || !dfp.enabled || dfp.mode !== 'DECISIONING') return captcha
  return { enabled: true, siteKey: deviceSiteKey, secretSealed: '', provider: 'proof_of_work' }
}

/** If the project has a captcha, a guarded call needs one. If the verifier fails, the call is rejected. */
export async function checkCaptcha(
  context: CaptchaContext,
  project: ProjectRecord,
  token: string | undefined,
): Promise<void> {
  const captcha = captchaOf(project.settings)
  if (!captcha.enabled) return
  if (token === undefined || token === '') throw new ProviderError('captcha_required')
  if (!(await inTime(verifierOf(context, project, captcha), token))) throw new ProviderError('captcha_required')
}

/** Binds a sealed secret to its project. */
export function captchaSecretContext(projectId: string): string {
  return `captcha:${projectId}`
}

export function isDevelopmentKey(siteKey: string): boolean {
  return siteKey === developmentSiteKeys.passes || siteKey === developmentSiteKeys.fails
}

/** The operator's verifier has precedence over that of the project. */
function verifierOf(context: CaptchaContext, project: ProjectRecord, settings: CaptchaSettings): CaptchaVerifier {
  const { provider = 'proof_of_work', siteKey } = settings
  if (context.captcha && siteKey !== deviceSiteKey) return context.captcha
  if (isDevelopmentKey(siteKey)) {
    const passes = siteKey === developmentSiteKeys.passes && project.environment === 'test'
    return { verify: async () => passes }
  }
  if (provider === 'proof_of_work') return createProofVerifier(context, project)
  return createVendorVerifier({
    vendor: provider,
    secret: openSecret(context, project, settings),
    minimumScore: settings.minimumScore,
    url: context.config.captchaUrls?.[provider],
    fetch: context.outbound,
  })
}

function openSecret(
  { vault, logger }: CaptchaContext,
  { id }: ProjectRecord,
  { secretSealed }: CaptchaSettings,
): string {
  try {
    return vault.open(secretSealed, captchaSecretContext(id))
  } catch (cause) {
    logger.error({ project_id: id }, 'the captcha secret cannot be decrypted: check masterKeys')
    throw new ProviderError('service_unavailable', { cause })
  }
}

async function inTime(captcha: CaptchaVerifier, token: string): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The captcha verifier did not respond in time.')), timeoutMs)
  })
  try {
    return await Promise.race([captcha.verify(token, captchaLoginAction), late])
  } catch (cause) {
    throw new ProviderError('service_unavailable', { cause })
  } finally {
    clearTimeout(timer)
  }
}
