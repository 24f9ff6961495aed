import type { OAuthProvider } from '@latchkey/contract'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import type { Person } from './persons.ts'

/** What somebody has agreed to, until the code is given for tokens. */
export interface Grant {
  provider: OAuthProvider
  person: Person
  clientId: string
  redirectUri: string
  scope: string
  nonce: string | null
  codeChallenge: string | null
}

export interface Grants {
  /** A code for a grant. */
  add(grant: Grant): string
  /** The grant of a code, the first time; a second time ends what the first one gave out. */
  spend(code: string): { grant: Grant; accessToken: string } | null
  /** Whose access token this is. */
  find(accessToken: string): Grant | null
}

const codeLifetimeMs = 5 * 60_000
const mostKept = 1_000

export function createGrants({ clock, random }: { clock: Clock; random: Random }): Grants {
  const codes = new Map<string, { grant: Grant; expiresAt: number; accessToken: string | null }>()
  const tokens = new Map<string, Grant>()
  const word = (): string => Buffer.from(random.bytes(24)).toString('base64url')
  return {
    add(grant) {
      const code = word()
      codes.set(code, { grant, expiresAt: clock.now() + codeLifetimeMs, accessToken: null })
      forgetOldest(codes)
      return code
    },
    spend(code) {
      const known = codes.get(code)
      if (!known || known.expiresAt <= clock.now()) return null
      if (known.accessToken !== null) {
        tokens.delete(known.accessToken)
        return null
      }
      known.accessToken = word()
      tokens.set(known.accessToken, known.grant)
      forgetOldest(tokens)
      return { grant: known.grant, accessToken: known.accessToken }
    },
    find: (accessToken) => tokens.get(accessToken) ?? null,
  }
}

/** Keys stand in order of arrival. */
function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest)
}
