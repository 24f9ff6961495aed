import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage, tokenOf } from '../testing/harness.ts'
import { sealAudit, verifyAuditChain } from './sealer.ts'

describe.each(engines)('the audit on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function seal(harness: Harness): Promise<void> {
    while ((await sealAudit(storage, harness.clock, 'test')) > 0);
  }
  const rows = (harness: Harness) => storage.audit.list(harness.project.id, { afterSeq: 0, limit: 500 })

  it('has a row for every event, in order, without personal data or secrets', async () => {
    const harness = await createHarness(storage)
    const email = 'ada@example.com'
    await harness.call('POST', '/magic_links/email/login_or_create', { email }, { headers: { 'user-agent': 'T' } })
    const token = tokenOf(await harness.lastMessage(email))
    const redeem = () => harness.call('POST', '/magic_links/authenticate', { token, session_duration_minutes: 30 })
    harness.clock.advance(1)
    const { data } = await redeem()
    harness.clock.advance(1)
    await redeem()
    harness.clock.advance(1)
    const session = { session: data.session_token }
    await harness.call('POST', '/sessions/revoke', undefined, session)
    harness.clock.advance(1)
    await harness.call('POST', '/magic_links/email/send/primary', { email: 'missing-user@example.com' })
    await seal(harness)
    const written = await rows(harness)
    expect(
      written.map(({ event, result, errorType, actorId }) => [event, result, errorType, actorId === data.user_id]),
    ).toEqual(
      expect.arrayContaining([
        ['magic_link_send', 'ok', null, false],
        ['user_create', 'ok', null, true],
        ['factor_add', 'ok', null, true],
        ['magic_link_authenticate', 'ok', null, true],
        ['session_create', 'ok', null, true],
        ['token_replay', 'refused', 'unable_to_auth_magic_link', false],
        ['session_revoke', 'ok', null, true],
        ['magic_link_send', 'refused', 'email_not_found', false],
      ]),
    )
    expect(written).toHaveLength(8)
    const text = JSON.stringify(written)
    for (const secret of [email, 'missing-user', token, data.session_token]) expect(text).not.toContain(secret)
    expect(written[0]).toMatchObject({
      ipPrefix: '203.0.113.7',
      seq: 1,
      requestId: expect.stringMatching(/^request-id-test-/),
    })
  })

  it('has rows for wrong codes, lock-outs and limits', async () => {
    const limits = { sends_per_address: { limit: 2, windowMs: 60_000 } }
    const harness = await createHarness(storage, { settings: { limits } })
    for (let round = 0; round < 3; round += 1) {
      const { outcome, data } = await harness.call('POST', '/otps/email/login_or_create', { email: 'ada@example.com' })
      if (outcome !== '200') continue
      const [code] = (await harness.lastMessage('ada@example.com')).codes
      const token = code === '000000' ? '000001' : '000000'
      for (let guess = 0; guess < 5; guess += 1)
        await harness.call('POST', '/otps/authenticate', {
          token,
          method_id: data.method_id,
          session_duration_minutes: 30,
        })
    }
    await seal(harness)
    const events = (await rows(harness)).map(({ event, result }) => `${event} ${result}`)
    const counts = Object.fromEntries(
      [...new Set(events)].map((one) => [one, events.filter((other) => other === one).length]),
    )
    expect(counts).toEqual({
      'otp_send ok': 2,
      'otp_authenticate refused': 10,
      'account_lock ok': 1,
      'limit_hit refused': 1,
    })
  })

  it('has no row for a limit that is counted in memory, which the metrics count', async () => {
    const limits = { strength_checks_per_ip: { limit: 2, windowMs: 60_000 } }
    const harness = await createHarness(storage, { config: { metricsToken: 'm', limits } })
    const check = () => harness.call('POST', '/passwords/strength_check', { password: 'not a good one' })
    const outcomes = [await check(), await check(), await check()].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['200', '200', 'too_many_requests'])
    const request = new Request('https://auth.example.com/metrics', { headers: { authorization: 'Bearer m' } })
    const { text } = await harness.fetch(request)
    expect(text).toContain('latchkey_limit_hits_total{limit="strength_checks_per_ip"} 1')
    await seal(harness)
    expect(await rows(harness)).toEqual([])
  })

  it('is one unbroken chain for each project, across rounds of the sealer', async () => {
    const harness = await createHarness(storage)
    await harness.signIn('ada@example.com')
    await seal(harness)
    await harness.signIn('eve@example.com')
    await seal(harness)
    const sealed = await rows(harness)
    expect(sealed.map(({ seq }) => seq)).toEqual(sealed.map((_, index) => index + 1))
    const last = sealed.at(-1)
    expect(await verifyAuditChain(storage, harness.project.id)).toEqual({
      ...{ intact: true, rows: sealed.length, held: [] },
      head: { seq: last?.seq, hash: last?.hash },
    })
  })

  it('reveals where a row was changed, removed or inserted', async () => {
    const harness = await createHarness(storage)
    await harness.signIn('ada@example.com')
    await seal(harness)
    const whole = await rows(harness)
    const tampered = (change: (list: AuditRecord[]) => AuditRecord[]) =>
      verifyAuditChain(
        {
          ...storage,
          audit: { ...storage.audit, list: async (_, { afterSeq }) => (afterSeq === 0 ? change([...whole]) : []) },
        },
        harness.project.id,
      )
    expect(await tampered((list) => list)).toMatchObject({ intact: true, rows: whole.length })
    expect(
      await tampered((list) => list.map((row, index) => (index === 2 ? { ...row, result: 'refused' } : row))),
    ).toEqual({
      ...{ intact: false, brokenAt: 3 },
    })
    expect(await tampered((list) => list.filter((_, index) => index !== 1))).toEqual({ intact: false, brokenAt: 2 })
    expect(await tampered(([first, ...rest]) => (first ? [first, first, ...rest] : []))).toEqual({
      intact: false,
      brokenAt: 2,
    })
  })

  it('is sealed by one sealer at a time, with any number of sealers', async () => {
    const harness = await createHarness(storage)
    for (let count = 0; count < 4; count += 1) await harness.signIn(`a${count}@example.com`)
    await Promise.all(Array.from({ length: 8 }, (_, index) => sealAudit(storage, harness.clock, `sealer-${index}`)))
    harness.clock.advance(60_000)
    while ((await sealAudit(storage, harness.clock, 'last')) > 0);
    expect(await verifyAuditChain(storage, harness.project.id)).toMatchObject({ intact: true, rows: 20 })
  })

  it('loses no request while sealing and sweeping run in parallel', async () => {
    const harness = await createHarness(storage)
    const tidying = (async () => {
      for (let round = 0; round < 5; round += 1) await harness.provider.tidy()
    })()
    const users = await Promise.all(Array.from({ length: 5 }, (_, index) => harness.signIn(`b${index}@example.com`)))
    await tidying
    expect(new Set(users.map(({ accountId }) => accountId)).size).toBe(5)
  })
})
