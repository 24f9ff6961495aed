/**
 * A source of captcha tokens, used if the project has captcha enabled. If it rejects, the request is sent without a
 * token. It must time out on its own, because the sign-in waits for it.
 */
export interface CaptchaPort {
  getToken(action: string, site: { siteKey: string; cdn: string }): Promise<string>
}

/** A source of device telemetry ids, used if the project has device protection enabled. Same rules as for captcha tokens. */
export interface TelemetryIdPort {
  getTelemetryId(site: { publicToken: string; telemetry: string; cdn: string }): Promise<string>
}
