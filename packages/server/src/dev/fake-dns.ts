import type { Clock } from '../core/clock-and-random.ts'
import type { LookupTxt } from '../outbound/txt-lookup.ts'

/** A name service in memory. Its records exist from and until a time of the clock. */
export interface FakeDns {
  lookupTxt: LookupTxt
  /** Adds a TXT record, from now on by default. */
  add(name: string, value: string, times?: { from?: number; until?: number }): void
  /** Removes all TXT records of a name. */
  remove(name: string): void
  /** Until `until`, lookups of the name get no response. */
  fail(name: string, until: number): void
}

interface TxtRecord {
  value: string
  from: number
  until: number
}

/**
 * @example
 * const dns = createFakeDns(clock)
 * dns.add('_latchkey-challenge.acme.test', token)
 */
export function createFakeDns(clock: Clock): FakeDns {
  const records = new Map<string, TxtRecord[]>()
  const failures = new Map<string, number>()
  return {
    async lookupTxt(name) {
      const now = clock.now()
      if (now < (failures.get(name) ?? 0)) return { kind: 'unreachable' }
      const current = (records.get(name) ?? []).filter(({ from, until }) => from <= now && now < until)
      return current.length === 0 ? { kind: 'absent' } : { kind: 'records', values: current.map(({ value }) => value) }
    },
    add(name, value, { from = clock.now(), until = Number.POSITIVE_INFINITY } = {}) {
      records.set(name, [...(records.get(name) ?? []), { value, from, until }])
    },
    remove(name) {
      records.delete(name)
    },
    fail(name, until) {
      failures.set(name, until)
    },
  }
}
