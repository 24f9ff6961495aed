/** The port to whoever checks captcha tokens. */
export interface CaptchaVerifier {
  verify(token: string, action: string): Promise<boolean>
}
