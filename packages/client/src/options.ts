import { brand, cookieNames } from '@latchkey/contract'
import { UsageError } from './core/errors.ts'
import { validate } from './core/validate.ts'
import type { Platform } from './platform/platform.ts'
import type { CaptchaPort, TelemetryIdPort } from './protection/ports.ts'
import type { PublicState } from './session/session-state.ts'

export interface DomainOptions {
  /** Where live public tokens go: a host, or an origin. Plain http on localhost only. */
  api?: string
  /** Where test public tokens go. */
  testApi?: string
  /** Serves the device fingerprint. */
  telemetry?: string
  /** Serves scripts and images. */
  cdn?: string
}

export interface CookieOptions {
  opaqueTokenCookieName?: string
  jwtCookieName?: string
  istCookieName?: string
  path?: string
  domain?: string
  /** Writes the cookies for the page's host and everything below it. */
  availableToSubdomains?: boolean
}

export interface ClientCallbacks {
  /** The same as `client.onStateChange`, from the first moment on. */
  onStateChange?: (state: PublicState) => void
  /** Background failures, which no caller sees. */
  onError?: (error: unknown) => void
}

/**
 * @example
 * createClient('public-token-test-…', { domains: { testApi: 'http://localhost:4000' } })
 */
export interface ClientOptions {
  domains?: DomainOptions
  /**
   * A host of the provider that is same-site with the page and keeps the session in HttpOnly cookies.
   * A bare domain, such as `auth.example.com`.
   */
  customApiDomain?: string
  cookies?: CookieOptions
  /** Let the background refresh prolong the session by the duration it was last given. */
  keepSessionAlive?: boolean
  /** Sends no events and keeps no browser id. */
  disableTelemetry?: boolean
  captcha?: CaptchaPort
  telemetryId?: TelemetryIdPort
  callbacks?: ClientCallbacks
  /** @internal The world to run in; tests bring their own. */
  platform?: Platform
}

export interface CookieSettings extends Omit<CookieOptions, 'domain'> {
  readonly opaqueTokenCookieName: string
  readonly jwtCookieName: string
  readonly istCookieName: string
  readonly path: string
  readonly domain?: string | undefined
}

/** The options, checked and filled in. */
export interface Settings {
  readonly api: string
  readonly telemetry: string
  readonly cdn: string
  readonly isTest: boolean
  /** The session may live in HttpOnly cookies. */
  readonly hasCustomDomain: boolean
  /** Nobody has set `domains`: no call can succeed. */
  readonly isPlaceholder: boolean
  readonly cookies: CookieSettings
}

const method = 'createClient'
const local = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/
const domain = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/i

export function resolveOptions(publicToken: string, options: ClientOptions): Settings {
  validate(method, ['string', 'publicToken', publicToken], ['object', 'options', options])
  const { domains = {}, cookies = {}, customApiDomain } = options
  validate(
    method,
    ['string?', 'cookies.opaqueTokenCookieName', cookies.opaqueTokenCookieName],
    ['string?', 'cookies.jwtCookieName', cookies.jwtCookieName],
    ['string?', 'cookies.istCookieName', cookies.istCookieName],
  )
  if (customApiDomain !== undefined && !local.test(customApiDomain) && !domain.test(customApiDomain)) {
    throw new UsageError(method, 'customApiDomain must be a valid domain')
  }
  const isTest = publicToken.includes('public-token-test')
  const host = (name: keyof DomainOptions): string =>
    domains[name] === undefined ? `https://${brand.hosts[name]}` : toOrigin(`domains.${name}`, domains[name])
  const api = host(isTest ? 'testApi' : 'api')
  return {
    api: customApiDomain === undefined ? api : toOrigin('customApiDomain', customApiDomain),
    telemetry: host('telemetry'),
    cdn: host('cdn'),
    isTest,
    hasCustomDomain: customApiDomain !== undefined,
    isPlaceholder: customApiDomain === undefined && domains[isTest ? 'testApi' : 'api'] === undefined,
    cookies: {
      path: '/',
      ...cookies,
      opaqueTokenCookieName: cookies.opaqueTokenCookieName ?? cookieNames.sessionToken,
      jwtCookieName: cookies.jwtCookieName ?? cookieNames.sessionJwt,
      istCookieName: cookies.istCookieName ?? cookieNames.intermediateSessionToken,
    },
  }
}

function toOrigin(option: string, value: unknown): string {
  validate(method, ['string', option, value])
  const [, scheme, host = ''] = /^(https?:\/\/)?(.*?)\/?$/.exec(value as string) ?? []
  const isLocal = local.test(host)
  if (!isLocal && (scheme === 'http://' || !domain.test(host.replace(/:\d{1,5}$/, '')))) {
    throw new UsageError(method, `${option} must be a valid domain (https; http on localhost only)`)
  }
  return (scheme ?? (isLocal ? 'http://' : 'https://')) + host
}
