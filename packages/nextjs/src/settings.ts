import { type Backend, type BackendFetch, createBackend, LatchkeyError } from '@latchkey/backend'
import { createInitialStateReader } from '@latchkey/backend/ssr'
import type { ClientOptions } from '@latchkey/client'

/** The environment variables of this package. A table in docs/guides/nextjs.md explains them. */
const variables = {
  url: 'NEXT_PUBLIC_LATCHKEY_URL',
  publicToken: 'NEXT_PUBLIC_LATCHKEY_PUBLIC_TOKEN',
  projectId: 'LATCHKEY_PROJECT_ID',
  serverUrl: 'LATCHKEY_SERVER_URL',
  signInPath: 'LATCHKEY_SIGN_IN_PATH',
  cookieName: 'LATCHKEY_COOKIE_NAME',
  cookieDomain: 'LATCHKEY_COOKIE_DOMAIN',
  trustSiblingHosts: 'LATCHKEY_TRUST_SIBLING_HOSTS',
} as const

const required = ['url', 'publicToken', 'projectId'] as const

type Variable = keyof typeof variables
type Environment = Readonly<Record<string, string | undefined>>

export interface Settings {
  readonly signInPath: string
  readonly publicToken: string
  readonly backend: Backend
  readonly readInitialState: ReturnType<typeof createInitialStateReader>
  /** The options of the client in the browser. */
  readonly clientOptions: ClientOptions
}

/**
 * Reads the environment variables by their computed names, so that the bundler does not insert the values of the build:
 * one image can run with other values.
 */
export function createSettings(env: Environment, fetch: BackendFetch, now?: () => number): Settings {
  const setting = (name: Variable): string | undefined => env[variables[name]] || undefined
  const missing = required.filter((name) => !setting(name)).map((name) => variables[name])
  if (missing.length > 0) {
    throw mistake(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set. Add it to .env.local; docs/guides/nextjs.md lists all variables.`,
    )
  }
  const [url, publicToken, projectId] = required.map((name) => setting(name) ?? '') as [string, string, string]
  if (!URL.canParse(url)) throw mistake(`${variables.url} is not a URL, such as https://auth.example.com.`)
  if (publicToken.startsWith('secret-')) throw mistake(`${variables.publicToken} is a secret key. Revoke it.`)
  const { host, origin } = new URL(url)
  const baseUrl = setting('serverUrl') ?? origin
  const signInPath = setting('signInPath') ?? '/login'
  if (!signInPath.startsWith('/')) throw mistake(`${variables.signInPath} must start with a slash.`)
  const trust = setting('trustSiblingHosts')
  if (trust && !['true', 'false'].includes(trust)) throw mistake(`${variables.trustSiblingHosts} is not true or false.`)
  const cookieName = setting('cookieName')
  const cookieDomain = setting('cookieDomain')
  return {
    signInPath,
    publicToken,
    backend: createBackend({
      ...{ baseUrl, projectId, publicToken, cookieName, cookieDomain, fetch, now },
      issuer: `${origin}/v1/public/${projectId}`,
      trustSiblingHosts: trust ? trust === 'true' : undefined,
    }),
    readInitialState: createInitialStateReader({ baseUrl, publicToken, fetch, now }),
    clientOptions: {
      domains: { api: origin },
      // With HttpOnly cookies, the provider writes them.
      ...(cookieName?.startsWith('__') ? { customApiDomain: host } : cookieOptions(cookieName, cookieDomain)),
    },
  }
}

function cookieOptions(name: string | undefined, domain: string | undefined): Pick<ClientOptions, 'cookies'> {
  if (!name && !domain) return {}
  const names = name ? { opaqueTokenCookieName: name, jwtCookieName: `${name}_jwt` } : {}
  return { cookies: { ...names, ...(domain && { domain }) } }
}

function mistake(problem: string): LatchkeyError {
  return new LatchkeyError('UsageError', `@latchkey/nextjs: ${problem}`)
}

let settings: Settings | undefined

/** The settings of this process. Not read at import, because a build may run without them. */
export function readSettings(): Settings {
  // By default, some versions of Next.js cache responses of `fetch`.
  settings ??= createSettings(process.env, (url, init) => fetch(url, { ...init, cache: 'no-store' }))
  return settings
}
