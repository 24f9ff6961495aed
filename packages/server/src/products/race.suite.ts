import { expect } from 'vitest'
import { createBarrier, type withBarrier } from '../testing/barrier.ts'
import type { Answer } from '../testing/harness.ts'

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
