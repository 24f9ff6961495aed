import { base64, parseJson, randomHex, utf8 } from '../core/encoding.ts'
import type { EngineBase } from '../engine.ts'

export interface ProofKeyPair {
  readonly code_challenge: string
  readonly code_verifier: string
}

export type PkceFlow = 'magic_links' | 'password_resets' | 'oauth' | 'sso'

export interface Pkce {
  /** The pair of a flow: the one that is stored, or a new one. It outlives the link it is made for. */
  create(flow: PkceFlow, minutes: number): Promise<ProofKeyPair>
  find(flow: PkceFlow): ProofKeyPair | undefined
  clear(flow: PkceFlow): void
}

interface StoredPair extends ProofKeyPair {
  readonly expires: number
}

/** Proof keys (RFC 7636), in local storage because a mailed link opens in a new tab. */
export function createPkce({ platform, storage }: Pick<EngineBase, 'platform' | 'storage'>): Pkce {
  const keyOf = (flow: PkceFlow): string => `pkce:${flow}`

  function find(flow: PkceFlow): StoredPair | undefined {
    const pair = parseJson<StoredPair>(storage.get(keyOf(flow)))
    return pair && pair.expires > platform.Date.now() ? pair : undefined
  }

  return {
    async create(flow, minutes) {
      // Reused, so that an older mail on the same device still works (§4.1, §4.2: 128 characters, S256).
      const known = find(flow)
      const code_verifier = known?.code_verifier ?? randomHex(platform, 16)
      const digest = base64(new Uint8Array(await platform.crypto.subtle.digest('SHA-256', utf8(code_verifier))))
      const code_challenge = digest.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
      const expires = Math.max(known?.expires ?? 0, platform.Date.now() + minutes * 60_000)
      const pair = { code_challenge, code_verifier }
      storage.set(keyOf(flow), JSON.stringify({ ...pair, expires }))
      return pair
    },
    find,
    clear: (flow) => storage.set(keyOf(flow), ''),
  }
}
