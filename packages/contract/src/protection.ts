import type { Endpoint, Ok } from './endpoint.ts'

export interface CaptchaChallengeRequest {
  /** Of the project's `captcha_settings`. */
  site_key: string
  /** What the token is for: `captchaLoginAction`. A token for one action is no token for another. */
  action: string
}

/**
 * Proof of work, as the altcha protocol has it: find the number from 0 to `maxnumber`, both included, for which
 * the hex of SHA-256(salt + number in decimal digits) is `challenge`.
 */
export interface CaptchaChallengeResponse extends Ok {
  algorithm: 'SHA-256'
  challenge: string
  /** Opaque to the client. It may carry the provider's own notes, such as when the challenge expires. */
  salt: string
  maxnumber: number
  /** The provider's own, over the challenge. */
  signature: string
}

/** A `captcha_token` is the base64 of the JSON of this. It is good once. */
export interface CaptchaSolution {
  algorithm: 'SHA-256'
  challenge: string
  number: number
  salt: string
  signature: string
}

/**
 * Everything the device collector tells, and nothing beside it: what a browser says of itself to any page that
 * asks. Nothing is drawn, played or timed to tell two devices apart.
 */
export interface DeviceReport {
  user_agent: string
  languages: string[]
  timezone: string
  /** CSS pixels, rounded. */
  screen_width: number
  screen_height: number
  /** Of one CSS pixel: 200 on most phones. */
  pixel_ratio_percent: number
  touch_points: number
  /** Is the browser driven by a program, by its own account? */
  webdriver: boolean
  cookies_enabled: boolean
  /** Is the page inside a frame? */
  framed: boolean
}

export interface DeviceReportRequest {
  device: DeviceReport
}

export interface DeviceReportResponse extends Ok {
  /** Becomes the `dfp_telemetry_id` of one guarded call. */
  telemetry_id: string
}

/** Under the public token alone, as every call without a session. */
export const captchaChallenge: Endpoint<CaptchaChallengeRequest, CaptchaChallengeResponse> = {
  method: 'POST',
  path: '/captcha/challenge',
}

/** The telemetry host may be the API's own. */
export const deviceReport: Endpoint<DeviceReportRequest, DeviceReportResponse> = {
  method: 'POST',
  path: '/device_reports',
  host: 'telemetry',
}
