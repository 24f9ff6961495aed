import { expect } from 'vitest'
import { createBarrier, type withBarrier } from '../testing/barrier.ts'
import type { Answer } from '../testing/harness.ts'

const generous = { limit: 1e9, windowMs: 60_000 }

/** No limit ends a race: all rounds come from one network, and a full run has 500 of them. */
export const raceLimits = {
  ...{ requests_per_ip: generous, accounts_per_ip: generous, sign_ins_per_ip: generous, changes_per_ip: generous },
  ...{ sends_per_ip: generous, sends_per_project: generous, sends_per_phone_prefix: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
  ...{ searches_per_ip: generous, searches_per_project: generous, searches_per_identifier: generous },
  ...{ password_attempts_per_ip: generous, password_creates_per_ip: generous, wrong_secrets_per_ip: generous },
  ...{ challenges_per_ip: generous, challenges_per_wallet: generous },
}

/** Caches projects as in production: the races do not depend on it. */
export const raceConfig = { limits: raceLimits, projectCacheMs: 5_000 }

export type Gate = ReturnType<typeof withBarrier>

/** The tally of a race's outcomes, e.g. `{ '200': 1, unable_to_auth_magic_link: 15 }`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Sends the same call `count` times; each is held at its first transaction until all have arrived. */
export async function raceAt(gate: Gate, count: number, call: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const barrier = createBarrier(count)
  let held = 0
  gate.set({
    async arrive() {
      held += 1
      if (held <= count) await barrier.arrive()
    },
  })
  try {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)))
    expect(barrier.met).toBe(count)
    return answers
  } finally {
    gate.set(null)
  }
}
