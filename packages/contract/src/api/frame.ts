import type { ErrorBody } from '../core/errors.ts'

/** The path of the frame on the API host. */
export const framePath = '/v1/frame'

/**
 * The methods of the hidden frame of the provider: the page posts a `FrameRequest` with one MessagePort and receives the
 * response on that port.
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
  /** The redirect URLs of the submit. Invalid ones are rejected here, before the user sees a prompt. */
  redirects?: { loginRedirectURL?: string; signupRedirectURL?: string }
}

export interface OneTapStart {
  requestId: string
  googleClientId: string
  oauthCallbackId: string
  /** The `nonce` of the id token, so that no other id token is accepted for this start. */
  csrfToken: string
  /** The URL of Google's sign-in script; in development, that of the fake Google. */
  scriptUrl: string
  fedcmConfigUrl: string
}

export interface OneTapSubmitRequest {
  publicToken: string
  idToken: string
  oauthCallbackID: string
  loginRedirectURL?: string
  signupRedirectURL?: string
  /** S256: only the browser with the verifier can redeem the token. */
  codeChallenge: string
}

export interface OneTapSubmit {
  redirect_url: string
}

/** The request and response of each method. */
export interface FrameCalls {
  parsedPhoneNumber: { request: ParsedPhoneNumberRequest; payload: ParsedPhoneNumber }
  getExamplePhoneNumber: { request: ExamplePhoneNumberRequest; payload: ExamplePhoneNumber }
  oneTapStart: { request: OneTapStartRequest; payload: OneTapStart }
  oneTapSubmit: { request: OneTapSubmitRequest; payload: OneTapSubmit }
}

/** One member per method, so that a `switch` over `method` narrows `args`. */
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
