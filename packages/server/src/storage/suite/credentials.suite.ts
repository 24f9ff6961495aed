import { beforeAll, describe, expect, it } from 'vitest'
import type { PasskeyRecord } from '../passkeys.ts'
import { projectRealm } from '../realm.ts'
import type { Storage } from '../storage.ts'
import {
  sampleAccount,
  sampleNow,
  sampleOneTime,
  sampleProject,
  sampleRegistration,
  uniqueId,
} from '../testing/sample.ts'
import type { RecoveryCodeRecord, TotpRecord } from '../totps.ts'

export function credentialsSuite(storage: () => Storage): void {
  describe('credentials', () => {
    let projectId: string
    let accountId: string
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const account = sampleAccount(project.id)
      await storage().accounts.insert(account)
      projectId = project.id
      accountId = account.id
    })

    async function register(kind: 'totp' | 'webauthn'): Promise<string> {
      const registration = sampleRegistration({ projectId, id: accountId }, { id: uniqueId(kind), kind })
      await storage().accounts.addRegistration(registration)
      return registration.id
    }

    async function insertTotp(change: Partial<TotpRecord> = {}): Promise<TotpRecord> {
      const id = await register('totp')
      const totp = {
        ...{ projectId, id, accountId, secretSealed: 'sealed', lastStep: -1 },
        ...{ expiresAt: null, createdAt: sampleNow, ...change },
      }
      await storage().totps.insert(totp)
      return totp
    }

    async function insertCode(totp: TotpRecord, position: number): Promise<RecoveryCodeRecord> {
      const code = {
        ...{ projectId, accountId, id: uniqueId('code'), totpId: totp.id, position },
        ...{ codeMac: 'mac', codeSealed: 'sealed', usedAt: null, usedBy: null },
      }
      await storage().totps.addRecoveryCode(code)
      return code
    }

    async function insertPasskey(change: Partial<PasskeyRecord> = {}): Promise<PasskeyRecord> {
      const passkey = {
        ...{ projectId, id: await register('webauthn'), accountId, rpId: 'example.com', publicKey: 'key' },
        ...{ userHandle: 'handle', signCount: 0, transports: ['usb'], aaguid: 'none' },
        ...{ backupEligible: false, backedUp: false, createdAt: sampleNow, lastUsedAt: null },
        ...change,
      }
      await storage().passkeys.insert(passkey)
      return passkey
    }

    const own = async (id: string) => (await storage().totps.list(projectId, accountId)).find((one) => one.id === id)

    it('takes each step of a TOTP once, and none before it', async () => {
      const totp = await insertTotp({ expiresAt: sampleNow + 1_000 })
      const use = (step: number) => storage().totps.useStep(projectId, totp.id, step, sampleNow)
      expect(await own(totp.id)).toEqual(totp)
      expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([true, false, false, true])
      expect(await own(totp.id)).toEqual({ ...totp, lastStep: 8, expiresAt: null })
    })

    it('rejects a TOTP registration that was not completed in time', async () => {
      const totp = await insertTotp({ expiresAt: sampleNow })
      expect(await storage().totps.useStep(projectId, totp.id, 7, sampleNow)).toBe(false)
      expect(await storage().totps.useStep('project-test-other', totp.id, 7, sampleNow - 1)).toBe(false)
      expect(await storage().totps.useStep(projectId, totp.id, 7, sampleNow - 1)).toBe(true)
    })

    it('gives a step to exactly one of many', async () => {
      const totp = await insertTotp()
      const tries = Array.from({ length: 16 }, () => storage().totps.useStep(projectId, totp.id, 7, sampleNow))
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('spends a recovery code once, and lists what is left in order', async () => {
      const totp = await insertTotp()
      const codes = [await insertCode(totp, 0), await insertCode(totp, 1), await insertCode(totp, 2)]
      const left = async () =>
        (await storage().totps.listRecoveryCodes(projectId, accountId)).filter(({ totpId }) => totpId === totp.id)
      expect(await left()).toEqual(codes)
      const tries = Array.from({ length: 16 }, (_, index) =>
        storage().totps.useRecoveryCode(projectId, codes[1]?.id ?? '', sampleNow, `request-${index}`),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
      expect(await left()).toEqual([codes[0], codes[2]])
    })

    it('removes all codes of one TOTP', async () => {
      const [totp, other] = [await insertTotp(), await insertTotp()]
      const used = await insertCode(totp, 0)
      await insertCode(totp, 1)
      const kept = await insertCode(other, 0)
      const left = async () =>
        (await storage().totps.listRecoveryCodes(projectId, accountId)).filter(({ totpId }) =>
          [totp.id, other.id].includes(totpId),
        )
      await storage().totps.removeRecoveryCodes(projectId, 'user-test-other', totp.id)
      expect(await left()).toHaveLength(3)
      await storage().totps.removeRecoveryCodes(projectId, accountId, totp.id)
      expect(await left()).toEqual([kept])
      expect(await storage().totps.useRecoveryCode(projectId, used.id, sampleNow, 'r')).toBe(false)
    })

    it('forgets a TOTP and its codes with the registration', async () => {
      const totp = await insertTotp()
      const code = await insertCode(totp, 0)
      await storage().accounts.removeRegistration(projectId, accountId, 'totp', totp.id)
      expect(await own(totp.id)).toBeUndefined()
      expect(await storage().totps.useRecoveryCode(projectId, code.id, sampleNow, 'r')).toBe(false)
    })

    it('keeps a passkey as long as its registration', async () => {
      const passkey = await insertPasskey()
      expect(await storage().passkeys.get(projectId, passkey.id)).toEqual(passkey)
      expect(await storage().passkeys.get('project-test-other', passkey.id)).toBeNull()
      expect(await storage().passkeys.list(projectId, accountId)).toContainEqual(passkey)
      await storage().accounts.removeRegistration(projectId, accountId, 'webauthn', passkey.id)
      expect(await storage().passkeys.get(projectId, passkey.id)).toBeNull()
    })

    it('knows a passkey of any project by its domain and its own name alone', async () => {
      const passkey = await insertPasskey({ rpId: 'known.example.com' })
      const owner = await storage().accounts.get(projectId, accountId)
      const name = owner?.registrations.find(({ id }) => id === passkey.id)?.uniqueKey ?? ''
      const isKnown = (rpId: string, credentialId: string) => storage().passkeys.isKnown(rpId, credentialId)
      expect(await isKnown('known.example.com', name)).toBe(true)
      expect(await isKnown('example.com', name)).toBe(false)
      expect(await isKnown('known.example.com', passkey.id)).toBe(false)
      await storage().accounts.removeRegistration(projectId, accountId, 'webauthn', passkey.id)
      expect(await isKnown('known.example.com', name)).toBe(false)
    })

    it.each<[string, number, number, boolean, boolean]>([
      ['rises', 4, 5, false, true],
      ['stays', 5, 5, false, false],
      ['falls', 5, 4, false, false],
      ['falls to zero', 5, 0, false, false],
      ['is not kept', 0, 0, false, true],
      ['falls on a copy', 5, 4, true, true],
    ])('notes a use of a passkey whose counter %s, or does not', async (_, from, to, backupEligible, noted) => {
      const passkey = await insertPasskey({ signCount: from, backupEligible })
      const use = { signCount: to, backedUp: true }
      expect(await storage().passkeys.recordUse(projectId, passkey.id, use, sampleNow + 9)).toBe(noted)
      const after = noted ? { ...passkey, ...use, lastUsedAt: sampleNow + 9 } : passkey
      expect(await storage().passkeys.get(projectId, passkey.id)).toEqual(after)
    })

    it('lets one of two uses with the same count through', async () => {
      const passkey = await insertPasskey({ signCount: 4 })
      const use = { signCount: 5, backedUp: false }
      const tries = Array.from({ length: 16 }, () =>
        storage().passkeys.recordUse(projectId, passkey.id, use, sampleNow),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('renames a registration of its owner alone', async () => {
      const id = await register('webauthn')
      const { accounts: users } = storage()
      const details = { name: 'Blue key' }
      expect(await users.setRegistrationDetails(projectId, 'user-test-other', 'webauthn', id, details)).toBe(false)
      expect(await users.setRegistrationDetails(projectId, accountId, 'totp', id, details)).toBe(false)
      expect(await users.setRegistrationDetails(projectId, accountId, 'webauthn', id, details)).toBe(true)
      const account = await users.get(projectId, accountId)
      expect(account?.registrations.find((one) => one.id === id)?.details).toEqual(details)
    })
  })

  describe('challenges of an identifier', () => {
    it('are found newest first, as long as they can be spent', async () => {
      const projectId = 'project-test-challenges'
      const identifier = uniqueId('wallet')
      const insert = async (change: object) => {
        const row = sampleOneTime(projectId, {
          ...{ identifier, purpose: 'crypto_wallet_primary', tokenHash: null, ...change },
        })
        await storage().oneTime.insert(row)
        return row
      }
      const older = await insert({ createdAt: sampleNow - 5 })
      const newer = await insert({ purpose: 'crypto_wallet_secondary' })
      await insert({ usedAt: sampleNow, usedBy: 'r' })
      await insert({ voidedAt: sampleNow })
      await insert({ expiresAt: sampleNow + 1 })
      await insert({ purpose: 'otp_email' })
      await insert({ identifier: uniqueId('wallet') })
      const { oneTime } = storage()
      const both = ['crypto_wallet_primary', 'crypto_wallet_secondary'] as const
      const now = sampleNow + 1
      expect(await oneTime.listLive(projectRealm(projectId), identifier, both, { now, limit: 9 })).toEqual([
        newer,
        older,
      ])
      expect(await oneTime.listLive(projectRealm(projectId), identifier, both, { now, limit: 1 })).toEqual([newer])
      expect(await oneTime.listLive(projectRealm(projectId), identifier, [], { now, limit: 9 })).toEqual([])
    })

    it('are found by a prefix of the identifier, ordered by identifier', async () => {
      const projectId = 'project-test-challenges'
      const prefix = uniqueId('wallet')
      const both = ['crypto_wallet_primary', 'crypto_wallet_secondary'] as const
      const insert = async (identifier: string, change: object = {}) => {
        const row = sampleOneTime(projectId, {
          ...{ identifier, purpose: 'crypto_wallet_primary', tokenHash: null, ...change },
        })
        await storage().oneTime.insert(row)
        return row
      }
      const second = await insert(`${prefix}|2`, { purpose: 'crypto_wallet_secondary' })
      const first = await insert(`${prefix}|1`)
      const bare = await insert(prefix)
      await insert(`${prefix}|3`, { usedAt: sampleNow, usedBy: 'r' })
      await insert(`${prefix}|4`, { voidedAt: sampleNow })
      await insert(`${prefix}|5`, { expiresAt: sampleNow + 1 })
      await insert(`${prefix}|6`, { purpose: 'otp_email' })
      await insert(`${prefix.slice(0, -1)}|`)
      await insert(`${prefix.slice(0, -1)}~`)
      const { oneTime } = storage()
      const now = sampleNow + 1
      expect(await oneTime.listLiveByPrefix(projectRealm(projectId), prefix, both, { now, limit: 9 })).toEqual([
        bare,
        first,
        second,
      ])
      expect(await oneTime.listLiveByPrefix(projectRealm(projectId), prefix, both, { now, limit: 2 })).toEqual([
        bare,
        first,
      ])
      expect(await oneTime.listLiveByPrefix(projectRealm(projectId), `${prefix}|`, both, { now, limit: 2 })).toEqual([
        first,
        second,
      ])
      expect(await oneTime.listLiveByPrefix(projectRealm(projectId), prefix, [], { now, limit: 9 })).toEqual([])
    })
  })

  describe('refunding guesses', () => {
    it('clears a subject and what is below it, and no subject that a wildcard in its name would match', async () => {
      const projectId = 'project-test-clearing'
      const { lockouts } = storage()
      const policy = { threshold: 3, baseMs: 1_000, maxMs: 9_000, hardCap: 100 }
      const subjects = ['email:a_b@x.co', 'email:a_b@x.co/network-1', 'email:axb@x.co/network-1', 'email:a_b@x.com']
      for (const subject of subjects) await lockouts.countGuess(projectId, subject, policy, sampleNow)
      await lockouts.clearAll(projectId, 'email:a_b@x.co')
      const left = await Promise.all(subjects.map((subject) => lockouts.get(projectId, subject)))
      expect(left.map((state) => state !== null)).toEqual([false, false, true, true])
    })

    it('subtracts guesses from the count and its part, and removes the lock', async () => {
      const projectId = 'project-test-refunds'
      const [subject, share, other] = [uniqueId('user'), uniqueId('share'), uniqueId('share')]
      const policy = { threshold: 3, baseMs: 1_000, maxMs: 9_000, hardCap: 100 }
      const { lockouts } = storage()
      const count = async (...parts: string[]) => {
        for (const part of parts) {
          await lockouts.countGuess(projectId, subject, policy, sampleNow)
          await lockouts.countGuess(projectId, part, { ...policy, threshold: 1_000 }, sampleNow)
        }
      }
      const counts = async () =>
        Promise.all(
          [subject, share, other].map(async (one) => (await lockouts.get(projectId, one))?.consecutive ?? null),
        )
      await count(share, share, other)
      expect((await lockouts.get(projectId, subject))?.lockedUntil).toBe(sampleNow + 1_000)
      await lockouts.refundGuesses(projectId, { subject, share }, 1)
      expect(await lockouts.get(projectId, subject)).toEqual({ consecutive: 2, lockedUntil: null, lockedAt: null })
      expect(await counts()).toEqual([2, 1, 1])
      // Never more than the part holds.
      await lockouts.refundGuesses(projectId, { subject, share }, 2)
      expect(await counts()).toEqual([1, 0, 1])
      await lockouts.refundCorrectGuesses(projectId, { subject, share }, 2)
      expect(await counts()).toEqual([1, null, 1])
      await lockouts.refundCorrectGuesses(projectId, { subject, share: other }, 2)
      expect(await counts()).toEqual([null, null, null])
      await lockouts.refundGuesses(projectId, { subject: 'unknown', share }, 2)
      expect(await counts()).toEqual([null, null, null])
      await lockouts.countGuess(projectId, subject, policy, sampleNow)
      await lockouts.refundGuesses(projectId, { subject, share: subject }, 1)
      expect((await lockouts.get(projectId, subject))?.consecutive).toBe(0)
    })

    it('keeps the lock if the part holds no guesses', async () => {
      const projectId = 'project-test-refunds'
      const subject = uniqueId('user')
      const policy = { threshold: 3, baseMs: 1_000, maxMs: 9_000, hardCap: 100 }
      const { lockouts } = storage()
      for (let guess = 0; guess < 3; guess += 1) await lockouts.countGuess(projectId, subject, policy, sampleNow)
      const before = await lockouts.get(projectId, subject)
      await lockouts.refundGuesses(projectId, { subject, share: 'none' }, 3)
      await lockouts.refundCorrectGuesses(projectId, { subject, share: 'none' }, 3)
      expect(await lockouts.get(projectId, subject)).toEqual(before)
      expect(before?.lockedUntil).toBe(sampleNow + 1_000)
    })
  })
}
