import type { IdentityProviderName } from '@latchkey/contract'
import type { Clock, Random } from '../../core/clock-and-random.ts'
import type { FakeAccount } from './fake-accounts.ts'

/** What a user has granted, until the code is exchanged for tokens. */
export interface Grant {
  provider: IdentityProviderName
  account: FakeAccount
  clientId: string
  redirectUri: string
  scope: string
  nonce: string | null
  codeChallenge: string | null
}

export interface Grants<Granted> {
  /** Stores a grant and returns its code. */
  add(grant: Granted): string
  /** Returns the grant of a code on first use; a second use revokes the access token of the first. */
  spend(code: string): { grant: Granted; accessToken: string } | null
  /** The grant of an access token. */
  find(accessToken: string): Granted | null
}

const codeLifetimeMs = 5 * 60_000
const maximumEntries = 1_000

export function createGrants<Granted>({ clock, random }: { clock: Clock; random: Random }): Grants<Granted> {
  const codes = new Map<string, { grant: Granted; expiresAt: number; accessToken: string | null }>()
  const tokens = new Map<string, Granted>()
  const randomText = (): string => Buffer.from(random.bytes(24)).toString('base64url')
  return {
    add(grant) {
      const code = randomText()
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
      known.accessToken = randomText()
      tokens.set(known.accessToken, known.grant)
      forgetOldest(tokens)
      return { grant: known.grant, accessToken: known.accessToken }
    },
    find: (accessToken) => tokens.get(accessToken) ?? null,
  }
}

/** A map keeps insertion order. */
function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (map.size > maximumEntries && oldest !== undefined) map.delete(oldest)
}
