/**
 * The expected counts of wrong secrets and their lock-outs. All requests come from one network, so an account needs only
 * one count.
 */

const hour = 60 * 60_000
/** Wrong secrets in a row after which a count is locked. */
const threshold = 10

export interface CountedGuess {
  factor: string
  /** For each count, how many of its wrong secrets were guesses at this factor, including this one. */
  own: ReadonlyMap<string, number>
}

export interface GuessCounts {
  /** Counts a guess before the comparison. Returns null, and counts nothing, if one of the subjects is locked out. */
  take(subjects: readonly string[], factor: string): CountedGuess | null
  /** After a correct secret: clears the wrong guesses at the same secret. */
  forgetOwn(guess: CountedGuess): void
  /** After a correct secret that was used before. */
  refund(guess: CountedGuess): void
  /** Clears the wrong guesses at secrets that were replaced. */
  forgetAt(subjects: readonly string[], factors: readonly string[]): void
  clear(subjects: readonly string[]): void
}

export function createGuessCounts(now: () => number): GuessCounts {
  const counts = new Map<string, { wrong: number; lockedUntil: number; byFactor: Map<string, number> }>()

  function subtract(subject: string, factor: string, guesses: number): void {
    const known = counts.get(subject)
    if (!known) return
    known.wrong = Math.max(0, known.wrong - guesses)
    known.lockedUntil = 0
    known.byFactor.set(factor, Math.max(0, (known.byFactor.get(factor) ?? 0) - guesses))
  }

  return {
    take(subjects, factor) {
      if (subjects.some((subject) => (counts.get(subject)?.lockedUntil ?? 0) > now())) return null
      const own = new Map<string, number>()
      for (const subject of subjects) {
        const known = counts.get(subject) ?? { wrong: 0, lockedUntil: 0, byFactor: new Map<string, number>() }
        known.wrong += 1
        const times = known.wrong / threshold
        known.lockedUntil = Number.isInteger(times) ? now() + Math.min(hour * 2 ** (times - 1), 24 * hour) : 0
        known.byFactor.set(factor, (known.byFactor.get(factor) ?? 0) + 1)
        counts.set(subject, known)
        own.set(subject, known.byFactor.get(factor) ?? 1)
      }
      return { factor, own }
    },
    forgetOwn({ factor, own }) {
      for (const [subject, guesses] of own) subtract(subject, factor, guesses)
    },
    refund({ factor, own }) {
      for (const subject of own.keys()) subtract(subject, factor, 1)
    },
    forgetAt(subjects, factors) {
      for (const subject of subjects)
        for (const factor of factors) {
          const guesses = counts.get(subject)?.byFactor.get(factor) ?? 0
          if (guesses > 0) subtract(subject, factor, guesses)
        }
    },
    clear(subjects) {
      for (const subject of subjects) counts.delete(subject)
    },
  }
}
