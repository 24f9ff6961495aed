import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import type { Clock } from '../core/clock-and-random.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import type { AttestationProfile } from '../storage/records.ts'

/** The public keys of issuers that projects trust. */
export interface IssuerKeys {
  of(profile: Pick<AttestationProfile, 'keys'>): JWTVerifyGetKey
}

const freshMs = 10 * 60_000
/** Issuers rotate keys: an unknown key id causes a new fetch, but no more than one in this time. */
const refetchMs = 30_000
const maxCachedUrls = 1_000

interface Fetched {
  at: number
  keys: JSONWebKeySet
}

export function createIssuerKeys(deps: { outbound: OutboundFetch; clock: Clock }): IssuerKeys {
  const { outbound, clock } = deps
  const known = new Map<string, Fetched>()
  const pending = new Map<string, Promise<Fetched>>()

  async function read(url: string): Promise<Fetched> {
    try {
      const response = await outbound(url, { headers: { accept: 'application/json' } })
      const keys: unknown = response.status === 200 ? await response.json() : null
      if (!isKeySet(keys)) throw new TypeError('The response is not a JWK set.')
      const fetched = { at: clock.now(), keys }
      if (known.size >= maxCachedUrls) known.clear()
      known.set(url, fetched)
      return fetched
    } catch (cause) {
      const last = known.get(url)
      // A short outage of the issuer must not lock its users out.
      if (last) return last
      throw new ProviderError('service_unavailable', { cause })
    } finally {
      pending.delete(url)
    }
  }

  function fetchOnce(url: string): Promise<Fetched> {
    const fetching = pending.get(url) ?? read(url)
    pending.set(url, fetching)
    return fetching
  }

  async function keysAt(url: string, kid: string | undefined): Promise<JSONWebKeySet> {
    const last = known.get(url)
    const age = last ? Math.abs(clock.now() - last.at) : Number.POSITIVE_INFINITY
    if (last && age < freshMs && (kid === undefined || last.keys.keys.some((key) => key.kid === kid))) return last.keys
    return last && age < refetchMs ? last.keys : (await fetchOnce(url)).keys
  }

  return {
    of({ keys }) {
      return async (header, token) => {
        const { createLocalJWKSet } = await import('jose')
        const set = 'url' in keys ? await keysAt(keys.url, header.kid) : keys.jwks
        if (!isKeySet(set)) throw new ProviderError('service_unavailable')
        return createLocalJWKSet(set)(header, token)
      }
    },
  }
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys)
}
