import { setImmediate as tick } from 'node:timers/promises'
import type { Storage, StorageVerbs } from '../storage.ts'
import type { TotpVerbs } from '../totps.ts'
import type { NonceVerbs, OneTimeVerbs } from '../verbs.ts'

/**
 * The mistake that the race tests exist for: what is spent and how often was guessed are read first, decided in
 * code, and written afterwards. Every race test must fail on this storage.
 */
export function withNaiveConsume(storage: Storage): Storage {
  const verbs: StorageVerbs = {
    ...storage,
    oneTime: naive(storage.oneTime),
    totps: naiveTotps(storage.totps),
    usedNonces: naiveNonces(storage.usedNonces),
  }
  return { ...storage, ...verbs, transaction: (work) => work(verbs) }
}

function naive(oneTime: OneTimeVerbs): OneTimeVerbs {
  return {
    ...oneTime,
    async consume(by) {
      const row = await oneTime.findByTokenHash(by.projectId, by.tokenHash)
      if (!row || row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= by.now) return null
      if (!by.purposes.includes(row.purpose)) return null
      if (row.codeChallenge !== null && row.codeChallenge !== by.challenge) return null
      await tick()
      await oneTime.consume(by)
      return { ...row, usedAt: by.now, usedBy: by.usedBy }
    },
    async consumeById(projectId, id, now, usedBy) {
      const row = await oneTime.find(projectId, id)
      if (!row || row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= now) return null
      await tick()
      await oneTime.consumeById(projectId, id, now, usedBy)
      return { ...row, usedAt: now, usedBy }
    },
    async countGuess(projectId, id, purposes, cap, now) {
      const row = await oneTime.find(projectId, id)
      if (!row || row.attempts >= cap || row.usedAt !== null || row.voidedAt !== null || row.expiresAt <= now)
        return null
      await tick()
      await oneTime.countGuess(projectId, id, purposes, cap, now)
      return { ...row, attempts: row.attempts + 1 }
    },
  }
}

/** Right and lately unused, as far as a reader can tell. */
function naiveTotps(totps: TotpVerbs): TotpVerbs {
  return {
    ...totps,
    async useStep(projectId, id, step, now) {
      await tick()
      await totps.useStep(projectId, id, step, now)
      return true
    },
    async useRecoveryCode(projectId, id, now, usedBy) {
      await tick()
      await totps.useRecoveryCode(projectId, id, now, usedBy)
      return true
    },
  }
}

/** Reads before it writes, so that two callers can succeed. */
function naiveNonces(usedNonces: NonceVerbs): NonceVerbs {
  return {
    ...usedNonces,
    async consume(projectId, key, expiresAt) {
      await tick()
      await usedNonces.consume(projectId, key, expiresAt)
      return true
    },
  }
}
