import type { ErrorBody } from './errors.ts'

/** Where the provider serves the frame's page, on the API host. */
export const framePath = '/v1/frame'

/**
 * The message channel to the hidden frame on the provider's host: the page posts a `FrameRequest` with one
 * MessagePort, and the answer comes back on that port.
 */
export const frameMethods = ['parsedPhoneNumber', 'getExamplePhoneNumber', 'oneTapStart', 'oneTapSubmit'] as const
export type FrameMethod = (typeof frameMethods)[number]

export interface ParsedPhoneNumberRequest {
  phoneNumber: string
  regionCode?: string
}

export interface ParsedPhoneNumber {
  isValid: boolean
  /** E.164. */
  number: string
  national: string
}

export interface ExamplePhoneNumberRequest {
  regionCode: string
}

export interface ExamplePhoneNumber {
  phoneNumber?: string
}

export interface OneTapStartRequest {
  publicToken: string
  /** Where the submit will want to go: if that is refused, it is refused now, before anybody was asked for anything. */
  redirects?: { loginRedirectURL?: string; signupRedirectURL?: string }
}

export interface OneTapStart {
  requestId: string
  googleClientId: string
  oauthCallbackId: string
  /** Asked of Google as the `nonce` of the id token, so that no other token is good for this start. */
  csrfToken: string
  /** Where the sign-in script is served: in development, by the fake Google. */
  scriptUrl: string
  fedcmConfigUrl: string
}

export interface OneTapSubmitRequest {
  publicToken: string
  idToken: string
  oauthCallbackID: string
  loginRedirectURL?: string
  signupRedirectURL?: string
  /** S256: only the browser that has its verifier can redeem the token at the end. */
  codeChallenge: string
}

export interface OneTapSubmit {
  redirect_url: string
}

/** What each method takes and answers. */
export interface FrameCalls {
  parsedPhoneNumber: { request: ParsedPhoneNumberRequest; payload: ParsedPhoneNumber }
  getExamplePhoneNumber: { request: ExamplePhoneNumberRequest; payload: ExamplePhoneNumber }
  oneTapStart: { request: OneTapStartRequest; payload: OneTapStart }
  oneTapSubmit: { request: OneTapSubmitRequest; payload: OneTapSubmit }
}

/** One member a method, so that a `switch` over `method` narrows `args`. */
export type FrameRequest<Method extends FrameMethod = FrameMethod> = {
  [M in Method]: { method: M; args: [FrameCalls[M]['request']] }
}[Method]

export type FrameAnswer<Method extends FrameMethod = FrameMethod> =
  | { success: true; payload: FrameCalls[Method]['payload'] }
  | {
      success: false
      /** `name` and `message` of every failure; the other fields are those of the provider's error response. */
      error: { name: string; message: string } & Partial<
        Pick<ErrorBody, 'status_code' | 'error_type' | 'error_message' | 'error_url'>
      >
    }
