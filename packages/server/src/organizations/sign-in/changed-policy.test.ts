import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessData, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { openSecondFactors } from '../../testing/second-factor-calls.suite.ts'

const minutes = 60_000

describe.each(engines)('sessions of members after a change of the policy on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function signedIn() {
    const setting = await openSecondFactors(storage)
    const { harness, signIn } = setting
    const { session_token: session } = await signIn()
    /** The minutes that a session lasts after it was asked to last another hour. */
    async function extend(token = session): Promise<number> {
      const body = { session_duration_minutes: 60 }
      const answer = await harness.call('POST', '/b2b/sessions/authenticate', body, { session: token })
      const { member_session } = dataOf(answer) as BusinessData
      return (Date.parse(member_session?.expires_at ?? '') - harness.clock.now()) / minutes
    }
    return { ...setting, session, extend }
  }

  it.inTurn('last as long as before, and are not extended without a required second factor [B-SES-17]', async () => {
    const { change, extend, calls, session, harness } = await signedIn()
    expect(await extend()).toBe(60)
    await change({ mfa_policy: 'REQUIRED_FOR_ALL' })
    harness.clock.advance(10 * minutes)
    expect(await extend()).toBe(50)
    const { signedIn: proven } = await calls.enrollTotp({ session })
    expect(await extend(proven.session_token)).toBe(60)
  })

  it.inTurn('are not extended by a method that is no longer allowed, until it is again [B-SES-17]', async () => {
    const { change, extend, harness } = await signedIn()
    await change({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['password'] })
    harness.clock.advance(10 * minutes)
    expect(await extend()).toBe(20)
    await change({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['password', 'magic_link'] })
    expect(await extend()).toBe(60)
  })

  it.inTurn('are not extended after another session has enrolled a second factor [B-SES-17]', async () => {
    const { extend, calls, signIn, session, harness } = await signedIn()
    const { session_token: other } = await signIn()
    await calls.enrollTotp({ session: other }, { set_mfa_enrollment: 'enroll' })
    expect(await extend()).toBe(29)
    harness.clock.advance(29 * minutes)
    const ended = await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })
    expect(ended.outcome).toBe('session_not_found')
  })
})
