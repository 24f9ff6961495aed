import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'

/** One check of a test, with what to change if it failed. */
export interface SsoTestCheck {
  check: string
  outcome: 'passed' | 'warning' | 'failed'
  code: string | null
  expected: string
  got: string
  /** The setting to change, with its name at the identity provider; null for a passed check. */
  advice: string | null
}

/** What joining would do for the person who took the test. */
export interface SsoTestJoin {
  allowed: boolean
  /** How the account is found: by the identity, by its address, or by joining; null if the person is rejected. */
  match: 'registration' | 'email' | 'join' | null
  reasons: { code: string; description: string }[]
  /** The roles that follow from the connection and the groups. */
  roles: string[]
}

/** The result of a test. It contains what the identity provider sent, and is deleted after an hour. */
export interface SsoTestResult {
  /** The response was accepted and has all attributes. The connection counts as tested from now on. */
  passed: boolean
  /** Why not, or the first warning. */
  code: string | null
  checks: SsoTestCheck[]
  /** As received; empty for a response that was rejected, because it proves nothing. */
  attributes: JsonObject
  /** The attributes by the mapping of the connection; null if one is missing. */
  identity: {
    external_id: string
    email_address: string
    name: string
    groups: string[]
    sso_attributes: JsonObject
  } | null
  /** Whether the identity provider stated a second factor. */
  idp_mfa: boolean
  join: SsoTestJoin | null
}

export interface B2bSsoStartTestResponse extends Ok {
  /** Reads the result. Like a password: it shows what the identity provider sends. */
  test_id: string
  /** Open it in a browser within 10 minutes. It works once. */
  test_url: string
  expires_at: string
}

export interface B2bSsoGetTestResponse extends Ok {
  status: 'waiting' | 'finished'
  result: SsoTestResult | null
}

export const b2bSsoStartTest: Endpoint<null, B2bSsoStartTestResponse, '/b2b/sso/{connection_id}/tests'> = {
  method: 'POST',
  path: '/b2b/sso/{connection_id}/tests',
}
export const b2bSsoGetTest: Endpoint<null, B2bSsoGetTestResponse, '/b2b/sso/{connection_id}/tests/{test_id}'> = {
  method: 'GET',
  path: '/b2b/sso/{connection_id}/tests/{test_id}',
}
