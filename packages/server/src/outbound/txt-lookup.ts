import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'

/** What the name service says about the TXT records of a name. */
export type TxtAnswer =
  | { kind: 'records'; values: readonly string[] }
  /** The name service responded, and the name has no TXT record. */
  | { kind: 'absent' }
  /** No response, or an error of the name service. */
  | { kind: 'unreachable' }

/** Reads the TXT records of a name. Never rejects. */
export type LookupTxt = (name: string) => Promise<TxtAnswer>

export interface TxtLookupOptions {
  /** Of each attempt. */
  timeoutMs?: number
  /** Addresses with port of name servers. Defaults to those of the machine. */
  servers?: readonly string[]
}

const attempts = 2

/** Reads TXT records from the name servers of the machine. */
export function createTxtLookup({ timeoutMs = 2_000, servers }: TxtLookupOptions = {}): LookupTxt {
  return async (name) => {
    // A new resolver each time: it reads the name servers of the machine when it is created.
    const resolver = new Resolver({ timeout: timeoutMs, tries: attempts })
    if (servers) resolver.setServers(servers)
    try {
      const records = await resolver.resolveTxt(name)
      // A long value consists of several texts (RFC 1035 §3.3.14).
      return { kind: 'records', values: records.map((texts) => texts.join('')) }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      return { kind: code === NODATA || code === NOTFOUND ? 'absent' : 'unreachable' }
    }
  }
}
