import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage, tokenOf } from '../testing/harness.ts'

const S = { session_duration_minutes: 30 }
const victim = 'victim@example.com'
type Contact = [channel: 'sms' | 'email', body: object, to: string]
const sms: Contact = ['sms', { phone_number: '+12025550123' }, '+12025550123']
const email: Contact = ['email', { email: 'mallory@example.com' }, 'mallory@example.com']

/** Runs work like another request: outside of the running transaction. */
const outside = new AsyncResource('another request')
const runAsOtherRequest = (work: () => Promise<unknown>): Promise<unknown> => outside.runInAsyncScope(work)

describe.each(engines)('the first proof of an address that was only claimed, on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function enter(harness: Harness, path: string, [, body, to]: Contact, session: string | null = null) {
    const { data } = await harness.call('POST', path, body, { session })
    const [token] = (await harness.lastMessage(to)).codes
    harness.clock.advance(1_000)
    return harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...S }, { session })
  }

  it.each([sms, email])('removes the factors that an attacker added after the claim: %s (A-1)', async (...contact) => {
    const [channel] = contact
    const harness = await createHarness(storage)
    const password = 'correct horse battery staple 42'
    const planted = await harness.call('POST', '/passwords', { email: victim, password, ...S })
    const added = await enter(harness, `/otps/${channel}/send/secondary`, contact, planted.data.session_token)
    expect([added.outcome, added.data.user_id]).toEqual(['200', planted.data.user_id])

    const owner = await harness.signIn(victim)
    expect(owner.accountId).toBe(planted.data.user_id)
    const { data } = await harness.call('GET', '/users/me', undefined, { session: owner.token })
    expect([data.emails.map(({ email }) => email), data.phone_numbers]).toEqual([[victim], []])
    const back = await enter(harness, `/otps/${channel}/login_or_create`, contact)
    expect([back.outcome, back.data.user_id === owner.accountId]).toEqual(['200', false])
  })

  it('removes a factor that an attacker adds concurrently', async () => {
    let concurrentWork: (() => Promise<unknown>) | null = null
    const transaction: Storage['transaction'] = (work) =>
      storage.transaction((tx) => {
        const { revokeForSubject } = tx.sessions
        const sessions: typeof tx.sessions = {
          ...tx.sessions,
          async revokeForSubject(...subject) {
            // The proof has read the factors of the account, and has not ended the attacker's sessions yet.
            const other = concurrentWork
            concurrentWork = null
            if (other) await Promise.race([runAsOtherRequest(other), sleep(300)])
            return revokeForSubject(...subject)
          },
        }
        return work({ ...tx, sessions })
      })
    const harness = await createHarness({ ...storage, transaction })
    const password = 'correct horse battery staple 42'
    const planted = await harness.call('POST', '/passwords', { email: victim, password, ...S })
    const session = planted.data.session_token
    const { data } = await harness.call('POST', '/otps/sms/send/secondary', sms[1], { session })
    const [token] = (await harness.lastMessage(sms[2])).codes
    harness.clock.advance(1_000)
    let adding: Promise<unknown> = Promise.resolve()
    concurrentWork = () => {
      adding = harness.call('POST', '/otps/authenticate', { token, method_id: data.method_id, ...S }, { session })
      return adding
    }
    await harness.call('POST', '/magic_links/email/login_or_create', { email: victim })
    const link = tokenOf(await harness.lastMessage(victim))
    const owner = await harness.call('POST', '/magic_links/authenticate', { token: link, ...S })
    await adding
    const me = await harness.call('GET', '/users/me', undefined, { session: owner.data.session_token })
    expect([me.data.user_id, me.data.phone_numbers]).toEqual([planted.data.user_id, []])
  })

  it('leaves the account to the owner of a number that was verified before the claim (A-1)', async () => {
    const harness = await createHarness(storage)
    const at = { createdAt: harness.clock.now(), details: {}, ...projectRealm(harness.project.id) }
    const phone = await enter(harness, '/otps/sms/login_or_create', sms)
    await storage.accounts.addRegistration({
      ...{ ...at, id: 'email-test-imported', accountId: phone.data.user_id, kind: 'email', uniqueKey: victim },
      ...{ verified: false, verifiedAt: null, createdAt: at.createdAt + 1_000 },
    })
    const owner = await harness.signIn(victim)
    const { data } = await harness.call('GET', '/users/me', undefined, { session: owner.token })
    expect([data.user_id === phone.data.user_id, data.phone_numbers.length]).toEqual([false, 0])
  })
})
