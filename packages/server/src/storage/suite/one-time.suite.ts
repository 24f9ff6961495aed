import { describe, expect, it } from 'vitest'
import { projectRealm } from '../realm.ts'
import type { OneTimeRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleNow, sampleOneTime, uniqueId } from '../testing/sample.ts'

const day = 86_400_000

export function oneTimeSuite(storage: () => Storage): void {
  describe('one-time secrets', () => {
    const projectId = 'project-test-one-time'

    async function insert(change: Partial<OneTimeRecord> = {}): Promise<OneTimeRecord> {
      const row = sampleOneTime(projectId, change)
      await storage().oneTime.insert(row)
      return row
    }

    const insertCode = (change: Partial<OneTimeRecord> = {}): Promise<OneTimeRecord> =>
      insert({ tokenHash: null, codeMac: 'mac', purpose: 'otp_email', ...change })

    type Consumption = Parameters<Storage['oneTime']['consume']>[0]

    const consumption = (row: OneTimeRecord): Consumption => ({
      projectId,
      tokenHash: row.tokenHash ?? '',
      purposes: ['magic_link_login', 'magic_link_signup'],
      challenge: null,
      now: sampleNow + 1,
      usedBy: 'request-1',
    })

    const consume = (row: OneTimeRecord, change: Partial<Consumption> = {}): Promise<OneTimeRecord | null> =>
      storage().oneTime.consume({ ...consumption(row), ...change })

    it('returns the inserted record by id and by token', async () => {
      const row = await insert({ payload: { redirect: 'https://example.com' }, accountId: 'u', sessionId: 's' })
      expect(await storage().oneTime.find(projectId, row.id)).toEqual(row)
      expect(await storage().oneTime.findByTokenHash(projectId, row.tokenHash ?? '')).toEqual(row)
      expect(await storage().oneTime.find(projectId, 'unknown')).toBeNull()
      expect(await storage().oneTime.find('project-test-other', row.id)).toBeNull()
      expect(await storage().oneTime.findByTokenHash(projectId, 'unknown')).toBeNull()
    })

    it('is consumed once, and stores the consumer', async () => {
      const row = await insert()
      const spent = { ...row, usedAt: sampleNow + 1, usedBy: 'request-1' }
      expect(await storage().oneTime.findUsable(consumption(row))).toEqual(row)
      expect(await consume(row)).toEqual(spent)
      expect(await consume(row, { usedBy: 'request-2' })).toBeNull()
      expect(await storage().oneTime.find(projectId, row.id)).toEqual(spent)
    })

    it.each<[string, Partial<OneTimeRecord>, Partial<Consumption>]>([
      ['the token is another', {}, { tokenHash: 'unknown' }],
      ['the project is another', {}, { projectId: 'project-test-other' }],
      ['the purpose is another', {}, { purposes: ['otp_email'] }],
      ['there is no purpose', {}, { purposes: [] }],
      ['it has expired', { expiresAt: sampleNow + 1 }, {}],
      ['it was voided', { voidedAt: sampleNow }, {}],
      ['it was used', { usedAt: sampleNow, usedBy: 'request-0' }, {}],
      ['the challenge is another', { codeChallenge: 'one' }, { challenge: 'two' }],
      ['the verifier is missing', { codeChallenge: 'one' }, { challenge: null }],
    ])('is not spent when %s', async (_, change, by) => {
      const row = await insert(change)
      expect(await consume(row, by)).toBeNull()
      const { challenge, ...found } = { ...consumption(row), ...by }
      // A challenge is compared when the token is spent.
      expect(await storage().oneTime.findUsable(found)).toEqual(change.codeChallenge ? row : null)
      expect(await storage().oneTime.find(projectId, row.id)).toEqual(row)
    })

    it('is spent only with its own challenge, or without one if it has none', async () => {
      const bound = await insert({ codeChallenge: 'one' })
      expect(await consume(bound, { challenge: 'one' })).not.toBeNull()
      const free = await insert()
      expect(await consume(free, { challenge: 'one' })).toBeNull()
      expect(await consume(free, { challenge: null })).not.toBeNull()
    })

    it('voids the unused rows of an identifier and its purposes, and no others', async () => {
      const identifier = uniqueId('email')
      const open = await insert({ identifier })
      const other = await insert({ identifier, purpose: 'magic_link_signup' })
      const used = await insert({ identifier, usedAt: sampleNow, usedBy: 'r' })
      const voided = await insert({ identifier, voidedAt: sampleNow - 5 })
      const foreign = await insert({ identifier: uniqueId('email') })
      await storage().oneTime.voidEarlier(
        projectRealm(projectId),
        identifier,
        ['magic_link_login', 'otp_email'],
        sampleNow + 1,
      )
      await storage().oneTime.voidEarlier(projectRealm(projectId), identifier, [], sampleNow + 1)
      expect(await storage().oneTime.find(projectId, open.id)).toEqual({ ...open, voidedAt: sampleNow + 1 })
      for (const row of [other, used, voided, foreign]) {
        expect(await storage().oneTime.find(projectId, row.id)).toEqual(row)
      }
    })

    it('counts wrong verifiers and is void at the cap', async () => {
      const row = await insert({ codeChallenge: 'one' })
      await storage().oneTime.countMismatch(projectId, row.id, 2, sampleNow)
      expect(await storage().oneTime.find(projectId, row.id)).toEqual({ ...row, mismatches: 1 })
      await storage().oneTime.countMismatch(projectId, row.id, 2, sampleNow)
      await storage().oneTime.countMismatch(projectId, row.id, 2, sampleNow + 1)
      expect(await storage().oneTime.find(projectId, row.id)).toEqual({ ...row, mismatches: 2, voidedAt: sampleNow })
      expect(await consume(row, { challenge: 'one' })).toBeNull()
    })

    it('hands out as many guesses as the cap allows', async () => {
      const row = await insertCode()
      const guess = (): Promise<OneTimeRecord | null> =>
        storage().oneTime.countGuess(projectId, row.id, ['otp_email'], 2, sampleNow)
      expect(await guess()).toEqual({ ...row, attempts: 1 })
      expect(await guess()).toEqual({ ...row, attempts: 2 })
      expect(await guess()).toBeNull()
    })

    it.each<[string, Partial<OneTimeRecord>]>([
      ['expired', { expiresAt: sampleNow }],
      ['used', { usedAt: sampleNow }],
      ['voided', { voidedAt: sampleNow }],
      ['of another purpose', { purpose: 'otp_sms' }],
    ])('gives no guess at a code that is %s', async (_, change) => {
      const row = await insertCode(change)
      expect(await storage().oneTime.countGuess(projectId, row.id, ['otp_email'], 5, sampleNow)).toBeNull()
      expect(await storage().oneTime.countGuess(projectId, row.id, [], 5, sampleNow)).toBeNull()
      expect(await storage().oneTime.find(projectId, row.id)).toEqual(row)
    })

    it('spends a passcode by its id, once', async () => {
      const row = await insertCode()
      const spent = { ...row, usedAt: sampleNow, usedBy: 'request-1' }
      expect(await storage().oneTime.consumeById(projectId, row.id, sampleNow, 'request-1')).toEqual(spent)
      expect(await storage().oneTime.consumeById(projectId, row.id, sampleNow, 'request-2')).toBeNull()
    })

    it('spends no link by its id, nor a code that is over', async () => {
      const rows = [
        await insert(),
        await insertCode({ expiresAt: sampleNow }),
        await insertCode({ voidedAt: sampleNow }),
        sampleOneTime(projectId),
      ]
      for (const row of rows) {
        expect(await storage().oneTime.consumeById(projectId, row.id, sampleNow, 'request-1')).toBeNull()
      }
    })

    it('refuses a token hash that is taken, and allows many rows without one', async () => {
      const row = await insert()
      await expect(insert({ tokenHash: row.tokenHash })).rejects.toMatchObject({ code: 'storage_conflict' })
      await insertCode()
      await insertCode()
    })

    it('forgets rows a day after their expiry, in batches', async () => {
      const then = sampleNow - 1000 * day
      const rows = [
        await insert({ expiresAt: then }),
        await insert({ expiresAt: then }),
        await insert({ expiresAt: then }),
      ]
      expect(await storage().oneTime.sweep(then + day, 10)).toBe(0)
      expect(await storage().oneTime.sweep(then + day + 1, 2)).toBe(2)
      expect(await storage().oneTime.sweep(then + day + 1, 2)).toBe(1)
      for (const row of rows) expect(await storage().oneTime.find(projectId, row.id)).toBeNull()
    })

    it('are swept when they expire if any caller can ask for them: requests and challenges (R-13)', async () => {
      const then = 20_000_000
      const asked = [
        ...(['oauth_request', 'oauth_consent', 'oauth_state', 'one_tap'] as const),
        ...(['webauthn_primary', 'crypto_wallet_primary'] as const),
        ...(['webauthn_secondary', 'webauthn_register', 'crypto_wallet_secondary', 'oauth_attach'] as const),
      ]
      const rows = []
      for (const purpose of asked) rows.push(await insert({ purpose, expiresAt: then }))
      await insert({ expiresAt: then })
      expect(await storage().oneTime.sweep(then, 10)).toBe(0)
      expect(await storage().oneTime.sweep(then + 1, 10)).toBe(asked.length)
      for (const row of rows) expect(await storage().oneTime.find(projectId, row.id)).toBeNull()
      // A row that was missed because no provider was running is swept with all others.
      await insert({ purpose: 'oauth_request', expiresAt: then })
      expect(await storage().oneTime.sweep(then + day + 1, 10)).toBe(2)
    })

    it('are swept an hour after they expired if a second use is a replay: codes and tokens of OAuth (R-13)', async () => {
      const [then, hour] = [40_000_000, 60 * 60_000]
      const spent = ['oauth_code', 'oauth_login', 'oauth_signup', 'oauth_discovery', 'sso_login'] as const
      for (const purpose of spent) await insert({ purpose, expiresAt: then })
      expect(await storage().oneTime.sweep(then + hour, 10)).toBe(0)
      expect(await storage().oneTime.sweep(then + hour + 1, 10)).toBe(spent.length)
    })
  })
}
