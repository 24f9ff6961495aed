import type { Endpoint, Ok } from '../core/endpoint.ts'

export interface CaptchaChallengeRequest {
  /** The `siteKey` of the project's `captcha_settings`. */
  site_key: string
  /** The purpose of the token, such as `captchaLoginAction`. A token is only valid for its purpose. */
  action: string
}

/**
 * A proof of work of the altcha protocol: find the number from 0 to `maxnumber`, inclusive, for which the hexadecimal
 * SHA-256 of salt and decimal number is `challenge`.
 */
export interface CaptchaChallengeResponse extends Ok {
  algorithm: 'SHA-256'
  challenge: string
  /** Opaque to the client. It may contain data of the provider, such as the expiry of the challenge. */
  salt: string
  maxnumber: number
  /** The signature of the provider over the challenge. */
  signature: string
}

/** A `captcha_token` is the base64 of this object as JSON. It works once. */
export interface CaptchaSolution {
  algorithm: 'SHA-256'
  challenge: string
  number: number
  salt: string
  signature: string
}

/**
 * Everything that the device collector sends: values that a browser shows to every page. It does not fingerprint the
 * device by drawing, audio or timing.
 */
export interface DeviceReport {
  user_agent: string
  languages: string[]
  timezone: string
  /** CSS pixels, rounded. */
  screen_width: number
  screen_height: number
  /** The device pixel ratio in percent: 200 on most phones. */
  pixel_ratio_percent: number
  touch_points: number
  /** Whether the browser reports that a program controls it. */
  webdriver: boolean
  cookies_enabled: boolean
  /** Whether the page is inside a frame. */
  framed: boolean
}

export interface DeviceReportRequest {
  device: DeviceReport
}

export interface DeviceReportResponse extends Ok {
  /** The `dfp_telemetry_id` of one guarded request. */
  telemetry_id: string
}

/** Authenticated with the public token only. */
export const captchaChallenge: Endpoint<CaptchaChallengeRequest, CaptchaChallengeResponse> = {
  method: 'POST',
  path: '/captcha/challenge',
}

/** The telemetry host may be the API host. */
export const deviceReport: Endpoint<DeviceReportRequest, DeviceReportResponse> = {
  method: 'POST',
  path: '/device_reports',
  host: 'telemetry',
}
