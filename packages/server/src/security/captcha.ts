import { captchaLoginAction } from '@latchkey/contract'
import { ProviderError } from '../http/provider-error.ts'
import type { Logger } from '../observability/logger.ts'
import type { ProjectRecord } from '../storage/records.ts'

/** The port to whoever checks captcha tokens. */
export interface CaptchaVerifier {
  verify(token: string, action: string): Promise<boolean>
}

const patienceMs = 10_000

/** Where a project asks for a captcha, no guarded call passes without one. A verifier that fails lets nobody in. */
export async function checkCaptcha(
  context: { captcha: CaptchaVerifier | null; logger: Logger },
  project: ProjectRecord,
  token: string | undefined,
): Promise<void> {
  if (!project.settings.captcha.enabled) return
  if (token === undefined || token === '') throw new ProviderError('captcha_required')
  const { captcha, logger } = context
  if (captcha === null) {
    logger.error({ project_id: project.id }, 'captcha is on, but the provider has no verifier')
    throw new ProviderError('service_unavailable')
  }
  if (!(await inTime(captcha, token))) throw new ProviderError('captcha_required')
}

async function inTime(captcha: CaptchaVerifier, token: string): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the captcha verifier did not answer')), patienceMs)
  })
  try {
    return await Promise.race([captcha.verify(token, captchaLoginAction), late])
  } catch (cause) {
    throw new ProviderError('service_unavailable', { cause })
  } finally {
    clearTimeout(timer)
  }
}
