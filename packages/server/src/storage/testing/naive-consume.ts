import { setImmediate as tick } from 'node:timers/promises'
import type { Storage, StorageVerbs } from '../storage.ts'
import type { TotpVerbs } from '../totps.ts'
import type { NonceVerbs, OneTimeVerbs } from '../verbs.ts'

/**
 * The mistake that the race tests exist for: what is spent and how often was guessed are read first, decided in
 * code, and written afterwards. Every race test must fail on this storage.
 */
export function withNaiveConsume(
  storage: Storage,
  /** `false` keeps values that were not issued here, such as the id of an assertion, safe. */
  { hasNaiveNonces = true }: { hasNaiveNonces?: boolean } = {},
): Storage {
  const { meet, run } = createMeeting()
  const verbs: StorageVerbs = {
    ...storage,
    oneTime: naive(storage.oneTime, meet),
    totps: naiveTotps(storage.totps, meet),
    ...(hasNaiveNonces && { usedNonces: naiveNonces(storage.usedNonces, meet) }),
  }
  return { ...storage, ...verbs, transaction: (work) => run(() => work(verbs)) }
}

interface Meeting {
  /** Between reading and writing: waits for another caller to come here too, if another one is in a transaction. */
  meet(): Promise<void>
  run<T>(transaction: () => Promise<T>): Promise<T>
}

/** Without it, the first caller may be done before the others have a connection to read with. */
function createMeeting(): Meeting {
  let running = 0
  let waiting: (() => void) | null = null
  const release = (): void => {
    waiting?.()
    waiting = null
  }
  return {
    async meet() {
      if (waiting !== null) release()
      else if (running < 2) await tick()
      else
        await new Promise<void>((resolve) => {
          waiting = resolve
        })
    },
    async run(transaction) {
      running += 1
      try {
        return await transaction()
      } finally {
        running -= 1
        if (running < 2) release()
      }
    },
  }
}

function naive(oneTime: OneTimeVerbs, meet: Meeting['meet']): OneTimeVerbs {
  return {
    ...oneTime,
    async consume(by) {
      const row = await oneTime.findByTokenHash(by.projectId, by.tokenHash)
      if (!row || row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= by.now) return null
      if (!by.purposes.includes(row.purpose)) return null
      if (row.codeChallenge !== null && row.codeChallenge !== by.challenge) return null
      await meet()
      await oneTime.consume(by)
      return { ...row, usedAt: by.now, usedBy: by.usedBy }
    },
    async consumeById(projectId, id, now, usedBy) {
      const row = await oneTime.find(projectId, id)
      if (!row || row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= now) return null
      await meet()
      await oneTime.consumeById(projectId, id, now, usedBy)
      return { ...row, usedAt: now, usedBy }
    },
    async countGuess(projectId, id, purposes, cap, now) {
      const row = await oneTime.find(projectId, id)
      if (!row || row.attempts >= cap || row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= now)
        return null
      await meet()
      await oneTime.countGuess(projectId, id, purposes, cap, now)
      return { ...row, attempts: row.attempts + 1 }
    },
  }
}

/** Right and lately unused, as far as a reader can tell. */
function naiveTotps(totps: TotpVerbs, meet: Meeting['meet']): TotpVerbs {
  return {
    ...totps,
    async useStep(projectId, id, step, now) {
      await meet()
      await totps.useStep(projectId, id, step, now)
      return true
    },
    async useRecoveryCode(projectId, id, now, usedBy) {
      await meet()
      await totps.useRecoveryCode(projectId, id, now, usedBy)
      return true
    },
  }
}

/** Reads before it writes, so that two callers can succeed. */
function naiveNonces(usedNonces: NonceVerbs, meet: Meeting['meet']): NonceVerbs {
  return {
    ...usedNonces,
    async consume(projectId, key, expiresAt) {
      await meet()
      await usedNonces.consume(projectId, key, expiresAt)
      return true
    },
  }
}
