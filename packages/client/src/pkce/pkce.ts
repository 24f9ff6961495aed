import { base64Url, hex } from '../core/encoding.ts'
import type { Platform } from '../platform/platform.ts'
import type { SafeStorage } from '../platform/safe-storage.ts'

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

interface World {
  readonly platform: Pick<Platform, 'clock' | 'random' | 'sha256'>
  readonly storage: SafeStorage
  /** In front of every flow's key. */
  readonly prefix: string
}

/** Proof keys (RFC 7636), in local storage because a mailed link opens in a new tab. */
export function createPkce({ platform, storage, prefix }: World): Pkce {
  function find(flow: PkceFlow): StoredPair | undefined {
    try {
      const pair = JSON.parse(storage.get(prefix + flow) ?? 'null') as StoredPair | null
      return pair && pair.expires > platform.clock.now() ? pair : undefined
    } catch {
      return undefined
    }
  }

  return {
    async create(flow, minutes) {
      // Reused, so that an older mail on the same device still works (RFC 7636 §4.1, §4.2: 128 characters, S256).
      const known = find(flow)
      const code_verifier = known?.code_verifier ?? hex(platform.random(16))
      const code_challenge = known?.code_challenge ?? base64Url(await platform.sha256(code_verifier))
      const expires = Math.max(known?.expires ?? 0, platform.clock.now() + minutes * 60_000)
      storage.set(prefix + flow, JSON.stringify({ code_challenge, code_verifier, expires }))
      return { code_challenge, code_verifier }
    },
    find,
    clear: (flow) => storage.remove(prefix + flow),
  }
}
