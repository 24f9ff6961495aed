import type { LookupTxt } from '../../outbound/txt-lookup.ts'

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
