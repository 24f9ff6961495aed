import { cookieNames, defaultHosts } from '@latchkey/contract'
import { usageError } from './core/errors.ts'
import { validate } from './core/validate.ts'
import type { Platform } from './platform/platform.ts'
import type { CaptchaPort, TelemetryIdPort } from './protection/ports.ts'
import type { PublicState } from './session/session-state.ts'

export interface DomainOptions {
  /** The address of your provider: a host or an origin without a path. https, except on localhost. */
  api?: string
  /**
   * Another address for test public tokens.
   * @default api
   */
  testApi?: string
  /**
   * Takes the reports of the device collector.
   * @default the address of the provider
   */
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
 * createClient('public-token-test-…', { domains: { api: 'http://localhost:4000' } })
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
  readonly cookies: CookieSettings
}

/** This very machine, where plain http is as good as https. */
export const localHost: RegExp = /^(localhost|127\.0\.0\.1)(:\d+)?$/
const domain = /^([a-z\d](-*[a-z\d])*\.)+[a-z](-*[a-z\d])+(:\d+)?$/i

export function resolveOptions(publicToken: string, options: ClientOptions): Settings {
  const { domains = {}, cookies = {}, customApiDomain } = options
  const all = { ...domains, ...cookies, customApiDomain, publicToken }
  const optional = Object.keys({ ...defaultHosts, ...cookieNames, customApiDomain })
  validate('createClient', `publicToken ${optional.join('? ')}?`, all)
  // Before anything is stored or sent: the token is part of URLs and of storage keys.
  if (publicToken.startsWith('secret-')) {
    throw usageError('createClient', 'publicToken must not be a secret key. Revoke it.')
  }
  const name = publicToken.includes('public-token-test') ? 'testApi' : 'api'
  const api = domains[name] ?? domains.api
  return {
    api:
      customApiDomain === undefined
        ? toOrigin(name, api ?? defaultHosts[name])
        : // A bare domain; a port on this machine only.
          toOrigin(
            'customApiDomain',
            localHost.test(customApiDomain) || !/[/:]/.test(customApiDomain) ? customApiDomain : '',
          ),
    // The provider is one host for all by default.
    telemetry: toOrigin('telemetry', domains.telemetry ?? customApiDomain ?? api ?? defaultHosts.telemetry),
    cdn: toOrigin('cdn', domains.cdn ?? defaultHosts.cdn),
    cookies: { ...cookieNames, path: '/', ...cookies },
  }
}

/** A host or an origin as an origin: https, unless it is this machine. */
function toOrigin(option: string, value: string): string {
  const [, scheme, host = ''] = /^(https?:\/\/)?([^/]*)\/?$/.exec(value) ?? []
  const isLocal = localHost.test(host)
  if (!isLocal && (scheme === 'http://' || !domain.test(host))) {
    throw usageError('createClient', `${option} must be a valid domain: https or localhost, no path`)
  }
  return (scheme ?? (isLocal ? 'http://' : 'https://')) + host
}
