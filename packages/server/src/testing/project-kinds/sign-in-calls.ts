import type { Storage } from '../../storage/storage.ts'
import type { Answer, CallOptions, Harness, HarnessOptions } from '../harness.ts'

/** What a request for a link can say; each kind of project has other field names for it. */
export interface LinkOptions {
  loginUrl?: string
  signupUrl?: string
  loginMinutes?: number
  signupMinutes?: number
  codeChallenge?: string
}

export interface ResetOptions {
  resetUrl?: string
  codeChallenge?: string
}

/** A code that was mailed. */
export interface MailedCode {
  email: string
  code: string
  /** A code of the same form that is not the mailed one. */
  wrong: string
  /** Names the send, where the call needs it. */
  methodId: string
}

/** What starting a session returned. */
export interface SignedIn {
  accountId: string
  sessionId: string
  token: string
  factorTypes: string[]
}

/**
 * The same sign-in calls for users of a consumer project and for members of an organization, so that one table of cases
 * serves both.
 */
export interface SignInCalls {
  harness: Harness
  /** `latchkey_token_type` of a sign-in link. */
  linkType: string
  sendLink(email: string, options?: LinkOptions, call?: CallOptions): Promise<Answer>
  redeemLink(token: string, proof?: { codeVerifier?: string }, call?: CallOptions): Promise<Answer>
  sendCode(email: string, options?: { minutes?: number }, call?: CallOptions): Promise<Answer>
  enterCode(sent: Pick<MailedCode, 'email' | 'methodId'>, code: string, call?: CallOptions): Promise<Answer>
  /** Sets the password of a session's account. */
  setPassword(session: string, password: string): Promise<Answer>
  login(email: string, password: string, call?: CallOptions): Promise<Answer>
  startReset(email: string, options?: ResetOptions): Promise<Answer>
  finishReset(token: string, password: string, proof?: { codeVerifier?: string }): Promise<Answer>
  changePassword(email: string, existing: string, next: string): Promise<Answer>
  checkStrength(password: string): Promise<Answer>
  /** Who signed in; fails if the response has no session. */
  signedIn(answer: Answer): SignedIn
  /** The call that every session may make. */
  readSelf(token: string): Promise<Answer>
  /** The number of accounts that can sign in here. */
  countAccounts(): Promise<number>
  /** Ends the access of an account, as an administrator does. */
  disable(accountId: string): Promise<void>
}

export interface ProjectKind {
  name: string
  open(storage: Storage, options?: HarnessOptions): Promise<SignInCalls>
}
