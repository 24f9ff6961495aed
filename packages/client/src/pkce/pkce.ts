import type { SdkErrorKind } from '@latchkey/contract'
import { magicLinkLoginExpirationMinutes } from '@latchkey/contract'
import type { BaseContext } from '../core/base-context.ts'
import { base64url, parseJson, randomHex, utf8 } from '../core/encoding.ts'
import type { ApiError } from '../core/errors.ts'
import { LatchkeyError } from '../core/errors.ts'
import type { Platform } from '../platform/platform.ts'

export interface ProofKeyPair {
  readonly code_challenge: string
  readonly code_verifier: string
}

export type PkceFlow = 'magic_links' | 'password_resets' | 'oauth' | 'sso'

export interface Pkce {
  /** Returns the stored pair of a flow, or creates one. It stays valid for at least `minutes`. */
  create(flow: PkceFlow, minutes: number): Promise<ProofKeyPair>
  find(flow: PkceFlow): ProofKeyPair | undefined
  clear(flow: PkceFlow): void
  /**
   * The challenge of a start call, valid for the longest of its links. If the project does not require PKCE, the link
   * also works in other browsers, and the challenge only identifies the browser that requested it.
   */
  challenge(
    flow: PkceFlow,
    isRequired: boolean,
    ...minutes: (number | undefined)[]
  ): Promise<{ code_challenge?: string; browser_challenge?: string }>
  /**
   * Sends a call with the stored verifier of each flow in turn, until one is accepted; success clears the pair. If none
   * is accepted, this browser did not request the token: rejects with an `SdkError` of the kind `rejection`, or sends
   * the call without a verifier.
   */
  redeem<Data>(
    flows: readonly PkceFlow[],
    call: (code_verifier?: string) => Promise<Data>,
    rejection?: SdkErrorKind | false,
  ): Promise<Data>
}

/**
 * The reason not to redeem a link that this browser did not request; false if the user has just pressed a button or a
 * key. Call it before the first await: the user activation expires after a few seconds.
 */
export function confirmationRejection(platform: Pick<Platform, 'navigator'>): SdkErrorKind | false {
  return !platform.navigator.userActivation?.isActive && 'confirmation_required'
}

interface StoredPair extends ProofKeyPair {
  readonly expires: number
}

/** PKCE pairs (RFC 7636). In local storage, because a mailed link opens in a new tab. */
export function createPkce({ platform, storage }: Pick<BaseContext, 'platform' | 'storage'>): Pkce {
  const keyOf = (flow: PkceFlow): string => `pkce:${flow}`

  function find(flow: PkceFlow): StoredPair | undefined {
    const pair = parseJson<StoredPair>(storage.get(keyOf(flow)))
    return pair && pair.expires > platform.Date.now() ? pair : undefined
  }

  const clear = (flow: PkceFlow): void => storage.set(keyOf(flow), '')

  async function create(flow: PkceFlow, minutes: number): Promise<ProofKeyPair> {
    // Reused, so that the link of an older message still works (§4.1, §4.2: 128 characters, S256).
    const known = find(flow)
    const code_verifier = known?.code_verifier ?? randomHex(platform, 16)
    const code_challenge = base64url(await platform.crypto.subtle.digest('SHA-256', utf8(code_verifier)))
    const expires = Math.max(known?.expires ?? 0, platform.Date.now() + minutes * 60_000)
    const pair = { code_challenge, code_verifier }
    storage.set(keyOf(flow), JSON.stringify({ ...pair, expires }))
    return pair
  }

  return {
    create,
    find,
    clear,
    async challenge(flow, isRequired, ...minutes) {
      // Browsers hash in secure contexts only. Without a challenge, links need a confirmation in every browser.
      if (!isRequired && !platform.crypto.subtle) return {}
      const longest = Math.max(magicLinkLoginExpirationMinutes, ...minutes.map((given = 0) => given))
      const { code_challenge } = await create(flow, longest)
      return isRequired ? { code_challenge } : { browser_challenge: code_challenge }
    },
    async redeem(flows, call, rejection) {
      for (const flow of flows) {
        const pair = find(flow)
        if (pair) {
          try {
            const data = await call(pair.code_verifier)
            clear(flow)
            return data
          } catch (error) {
            if (!(error as Partial<ApiError>).error_type?.includes('pkce')) throw error
          }
        }
      }
      if (rejection) throw new LatchkeyError('SdkError', rejection, { kind: rejection })
      return call()
    },
  }
}
