import type { LookupTxt } from '../outbound/txt-lookup.ts'
import { dnsPath } from './routes.ts'

/**
 * Reads the TXT records that a running development provider has, for commands of another process.
 *
 * @example
 * const lookupTxt = createDevelopmentTxtLookup('http://localhost:4000')
 */
export function createDevelopmentTxtLookup(url: string): LookupTxt {
  return async (name) => {
    try {
      const response = await fetch(`${url}${dnsPath}?name=${encodeURIComponent(name)}`)
      return (await response.json()) as Awaited<ReturnType<LookupTxt>>
    } catch {
      return { kind: 'unreachable' }
    }
  }
}
