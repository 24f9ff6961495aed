import type { BaseContext } from '../core/base-context.ts'
import type { ApiError } from '../core/errors.ts'
import { hasStorageAccess } from '../core/safe-dom.ts'

// Explains what goes wrong when a client starts. One file, loaded on demand: each further one would add its name to every
// bundle. It imports no values of the entry, because bundlers would then split the entry into two files.

/** Warns about a set-up that is probably a mistake but does not stop the client. */
export async function explainSetup({ platform, publicToken, warn }: BaseContext, isSecond: boolean): Promise<void> {
  if (!publicToken.startsWith('public-token-')) warn('publicToken should start with public-token-')
  if (isSecond) warn('Several clients for one publicToken')
  // In a frame of another site the browser may separate cookies and storage from those of the top-level site.
  const isFramed = platform !== platform.top
  if (isFramed && (await hasStorageAccess(platform.document as Document)) === false) warn('Storage is partitioned.')
}

/** Logs why the settings of the project could not be read, or that it is a project of the other kind, and how to fix it. */
export async function explainBootstrap(base: BaseContext, failure: unknown): Promise<void> {
  if (failure === undefined) {
    base.warn(
      'This client is for the other kind of project. A business project needs `createB2bClient` from ' +
        '`@latchkey/client/b2b`, a consumer project `createClient` from `@latchkey/client`.',
    )
    return
  }
  const { api, platform } = base
  const { origin } = platform.location
  if (api.endsWith('.example')) {
    base.error('No provider: set `domains.api` to the address of your provider, such as http://localhost:4000.')
    return
  }
  // An API error already says what is wrong, and where to read about it.
  if ((failure as Partial<ApiError>).error_type) return
  const command = `latchkey origins add ${origin}`
  if (await isReachable(base)) {
    base.warn(
      `The provider at ${api} is running, but the browser blocked its response to ${origin}. ` +
        `Probably the project does not allow this origin. Run: ${command}`,
    )
    return
  }
  const causes = [
    `- The provider is not running, or it listens on another port.`,
    `- ${api} is the wrong address: check \`domains\` in the options of createClient.`,
    `- The project does not allow the origin ${origin}. Run: ${command}`,
  ]
  if (platform.location.href.startsWith('https:') && api.startsWith('http:')) {
    causes.unshift('- A page on https must not call a provider on http: the browser blocks it.')
  }
  base.warn(`No response from the provider at ${api}. Default settings are used. Likely causes:\n${causes.join('\n')}`)
}

/**
 * Whether a server responds at the address of the provider. CORS hides the response itself. Sent for test projects only,
 * so that the browsers of end users send no additional requests.
 */
async function isReachable({ api, platform, publicToken }: BaseContext): Promise<boolean> {
  if (!publicToken.includes('public-token-test')) return false
  try {
    await platform.fetch(`${api}/health`, { mode: 'no-cors', credentials: 'omit' })
    return true
  } catch {
    return false
  }
}
