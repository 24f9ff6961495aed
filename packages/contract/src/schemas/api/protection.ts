import * as z from 'zod'
import type * as endpoints from '../../api/protection.ts'
import type {
  CaptchaChallengeRequest,
  CaptchaChallengeResponse,
  CaptchaSolution,
  DeviceReport,
  DeviceReportRequest,
  DeviceReportResponse,
} from '../../api/protection.ts'
import { longestCaptchaSalt, mostCaptchaNumbers } from '../../core/captcha-bounds.ts'
import { id, label, locale, okShape, prose, text } from '../core/base.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'

const algorithm = z.literal('SHA-256')
/** 32 bytes in hexadecimal. */
const digest = text(64)
const salt = text(longestCaptchaSalt)
const signature = text(256)
const workload = z.number().int().min(0).max(mostCaptchaNumbers)

/** The content of a captcha token with a proof of work. */
export const captchaSolution: Exact<CaptchaSolution> = exactly<CaptchaSolution>()(
  z.object({ algorithm, challenge: digest, number: workload, salt, signature }),
)

/** Larger than any real screen. */
const measure = z.number().int().min(0).max(1_000_000)

const device = exactly<DeviceReport>()(
  z.object({
    user_agent: prose,
    languages: z.array(locale).max(64),
    timezone: label,
    screen_width: measure,
    screen_height: measure,
    pixel_ratio_percent: measure,
    touch_points: measure,
    webdriver: z.boolean(),
    cookies_enabled: z.boolean(),
    framed: z.boolean(),
  }),
)

export const protectionSchemas: SchemasOf<typeof endpoints> = {
  captchaChallenge: {
    request: exactly<CaptchaChallengeRequest>()(z.object({ site_key: label, action: label })),
    response: exactly<CaptchaChallengeResponse>()(
      z.object({ ...okShape, algorithm, challenge: digest, salt, maxnumber: workload, signature }),
    ),
  },
  deviceReport: {
    request: exactly<DeviceReportRequest>()(z.object({ device })),
    response: exactly<DeviceReportResponse>()(z.object({ ...okShape, telemetry_id: id })),
  },
}
