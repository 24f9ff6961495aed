/**
 * Where captcha tokens come from. Asked only when the project has captcha on. A failure omits the field;
 * a source that may hang has to give up by itself, since the sign-in waits for it.
 */
export interface CaptchaPort {
  getToken(action: string, site: { siteKey: string; cdn: string }): Promise<string>
}

/** Where device telemetry ids come from. Asked only when the project has protected authentication on; as above. */
export interface TelemetryIdPort {
  getTelemetryId(site: { publicToken: string; telemetry: string; cdn: string }): Promise<string>
}
