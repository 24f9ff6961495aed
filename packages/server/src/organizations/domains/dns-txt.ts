/** What the name service says about the TXT records of a name. */
export type TxtAnswer =
  | { kind: 'records'; values: readonly string[] }
  /** The name service responded, and the name has no TXT record. */
  | { kind: 'absent' }
  /** No response, or an error of the name service. */
  | { kind: 'unreachable' }

/** Reads the TXT records of a name. Never rejects. */
export type LookupTxt = (name: string) => Promise<TxtAnswer>

/** The name of the TXT record that proves a domain. Its value is the token of the organization for the domain. */
export function challengeName(domain: string): string {
  return `_latchkey-challenge.${domain}`
}

/** What a check of a domain found. */
export type DomainProof = 'proven' | 'missing' | 'unreachable'

export async function findProof(lookupTxt: LookupTxt, domain: string, token: string): Promise<DomainProof> {
  const answer = await lookupTxt(challengeName(domain))
  if (answer.kind === 'unreachable') return 'unreachable'
  return answer.kind === 'records' && answer.values.some((value) => value.trim() === token) ? 'proven' : 'missing'
}
