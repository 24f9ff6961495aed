/** Where captcha tokens come from. Asked only when the project has captcha on; a failure omits the field. */
export interface CaptchaPort {
  getToken(action: string, site: { siteKey: string; cdn: string }): Promise<string>
}

/** Where device telemetry ids come from. Asked only when the project has protected authentication on. */
export interface TelemetryIdPort {
  getTelemetryId(site: { publicToken: string; telemetry: string; cdn: string }): Promise<string>
}
