import type { Session, User } from '@latchkey/contract'
import { cookieNames, defaultHosts } from '@latchkey/contract'
import type { Platform } from '../platform/platform.ts'
import { usageError } from './errors.ts'
import { validate } from './validate.ts'

/** Makes a literal secret key a type error; any other string is accepted. */
export type PublicToken<Token extends string> = Token extends `secret-${string}` ? never : unknown

/** The hosts that the client sends requests to. */
export interface DomainOptions {
  /** The URL of your provider: a host or an origin without a path. Must be https, except on localhost. */
  api?: string
  /**
   * The URL of the provider for test public tokens.
   * @default the value of `api`
   */
  testApi?: string
  /**
   * Receives device reports.
   * @default the URL of the provider
   */
  telemetry?: string
  /** Serves scripts and images. */
  cdn?: string
}

/** Names and scope of the cookies that the client sets. */
export interface CookieOptions {
  /**
   * The cookie of the session token.
   * @default 'latchkey_session'
   */
  opaqueTokenCookieName?: string
  /**
   * The cookie of the session JWT.
   * @default 'latchkey_session_jwt'
   */
  jwtCookieName?: string
  /**
   * The cookie of the intermediate session token.
   * @default 'latchkey_intermediate_session_token'
   */
  istCookieName?: string
  /** @default '/' */
  path?: string
  /** @default the host of the page */
  domain?: string
  /**
   * Sets the cookies for the host of the page and its subdomains.
   * @default false
   */
  availableToSubdomains?: boolean
}

/** The state as applications see it: user and session are both set, or both null. */
export interface PublicState {
  readonly user: User | null
  readonly session: Session | null
}

/** Functions of the host page that the client calls. */
export interface ClientCallbacks<State = PublicState> {
  /** Called like `client.onStateChange`, from the creation of the client on. */
  onStateChange?: (state: State) => void
  /** Called with failures of background requests, such as the session refresh. */
  onError?: (error: unknown) => void
}

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

/**
 * The options of `createClient` and `createContext`.
 *
 * @example
 * createClient('public-token-test-…', { domains: { api: 'http://localhost:4000' } })
 */
export interface ClientOptions<State = PublicState> {
  domains?: DomainOptions
  /**
   * A host of the provider that is same-site with the page and keeps the session in HttpOnly cookies.
   * A bare domain, such as `auth.example.com`.
   */
  customApiDomain?: string
  cookies?: CookieOptions
  /**
   * Extends the session on every background refresh, by the duration of the last sign-in.
   * @default false
   */
  keepSessionAlive?: boolean
  /**
   * Sends no events and stores no browser id.
   * @default false
   */
  disableTelemetry?: boolean
  /** Replaces the built-in captcha. */
  captcha?: CaptchaPort
  /** Replaces the built-in device reports. */
  telemetryId?: TelemetryIdPort
  callbacks?: ClientCallbacks<State>
  /** @internal The browser APIs to use; replaced in tests. */
  platform?: Platform
}

export interface CookieSettings extends Omit<CookieOptions, 'domain'> {
  readonly opaqueTokenCookieName: string
  readonly jwtCookieName: string
  readonly istCookieName: string
  readonly path: string
  readonly domain?: string | undefined
}

/** The validated options with defaults. */
export interface Settings {
  readonly api: string
  readonly telemetry: string
  readonly cdn: string
  readonly cookies: CookieSettings
}

/** Hosts of the local machine, where http is allowed. */
export const localHost: RegExp = /^(localhost|127\.0\.0\.1)(:\d+)?$/
const domain = /^([a-z\d](-*[a-z\d])*\.)+[a-z](-*[a-z\d])+(:\d+)?$/i

export function resolveOptions(publicToken: string, options: Omit<ClientOptions, 'callbacks'>): Settings {
  const { domains = {}, cookies = {}, customApiDomain } = options
  const optional = Object.keys({ ...defaultHosts, ...cookieNames, customApiDomain })
  validate('createClient', `publicToken ${optional.join('? ')}?`, {
    ...domains,
    ...cookies,
    customApiDomain,
    publicToken,
  })
  // Checked before the token is used in URLs and storage keys.
  if (publicToken.startsWith('secret-')) {
    throw usageError('createClient', 'publicToken is a secret key. Revoke it.')
  }
  const name = publicToken.includes('public-token-test') ? 'testApi' : 'api'
  const api = domains[name] ?? domains.api
  return {
    api:
      customApiDomain === undefined
        ? toOrigin(name, api ?? defaultHosts[name])
        : // A bare domain; a port is allowed on localhost only.
          toOrigin(
            'customApiDomain',
            localHost.test(customApiDomain) || !/[/:]/.test(customApiDomain) ? customApiDomain : '',
          ),
    // By default the provider serves all of these.
    telemetry: toOrigin('telemetry', domains.telemetry ?? customApiDomain ?? api ?? defaultHosts.telemetry),
    cdn: toOrigin('cdn', domains.cdn ?? defaultHosts.cdn),
    cookies: { ...cookieNames, path: '/', ...cookies },
  }
}

/** Converts a host or origin to an origin. http is allowed on localhost only. */
function toOrigin(option: string, value: string): string {
  const [, scheme, host = ''] = /^(https?:\/\/)?([^/]*)\/?$/.exec(value) ?? []
  const isLocal = localHost.test(host)
  if (!isLocal && (scheme === 'http://' || !domain.test(host))) {
    throw usageError('createClient', `${option} must be a valid domain: https or localhost, no path`)
  }
  return (scheme ?? (isLocal ? 'http://' : 'https://')) + host
}
