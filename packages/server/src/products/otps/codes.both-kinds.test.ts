import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { casesOn, takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { projectKinds } from '../../testing/project-kinds/project-kinds.ts'
import type { MailedCode, SignInCalls } from '../../testing/project-kinds/sign-in-calls.ts'

const cases = projectKinds.flatMap((kind) => engines.map((engine) => ({ ...kind, engine })))

describe.each(cases)('email codes for $name on $engine', ({ open, engine }) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function send(calls: SignInCalls, email: string, options = {}): Promise<MailedCode> {
    const { outcome, data } = await calls.sendCode(email, options)
    expect(outcome).toBe('200')
    await calls.harness.provider.outbox.drain()
    // A notice may have been sent after the code.
    const code = calls.harness.sent.findLast(({ to, codes }) => to === email && codes.length > 0)?.codes[0] ?? ''
    return { email, code, wrong: code === '111111' ? '222222' : '111111', methodId: data.method_id }
  }

  it.inTurn('starts a session with one factor', async () => {
    const calls = await open(storage)
    const sent = await send(calls, 'ada@example.com')
    expect(sent.code).toMatch(/^\d{6}$/)
    const signedIn = calls.signedIn(await calls.enterCode(sent, sent.code))
    expect(signedIn.factorTypes).toEqual(['otp'])
    expect((await calls.readSelf(signedIn.token)).outcome).toBe('200')
  })

  it.inTurn('signs in to the same account with every code', async () => {
    const calls = await open(storage)
    const before = await calls.countAccounts()
    const ids = new Set<string>()
    for (let count = 0; count < 2; count += 1) {
      const sent = await send(calls, 'ada@example.com')
      ids.add(calls.signedIn(await calls.enterCode(sent, sent.code)).accountId)
    }
    expect([ids.size, await calls.countAccounts()]).toEqual([1, before + 1])
  })

  it.inTurn('accepts a code once, for its own address, until it expires', async () => {
    const calls = await open(storage)
    const first = await send(calls, 'ada@example.com')
    const other = await send(calls, 'eve@example.com')
    if (first.code !== other.code) expect((await calls.enterCode(other, first.code)).outcome).toBe('otp_code_not_found')
    expect((await calls.enterCode(first, first.code)).outcome).toBe('200')
    expect((await calls.enterCode(first, first.code)).outcome).toBe('otp_code_not_found')
    const late = await send(calls, 'ada@example.com', { minutes: 10 })
    calls.harness.clock.advance(10 * 60_000)
    expect((await calls.enterCode(late, late.code)).outcome).toBe('otp_code_not_found')
    const unknown = { email: 'unknown@example.com', methodId: 'email-test-unknown' }
    expect((await calls.enterCode(unknown, '123456')).outcome).toBe('otp_code_not_found')
  })

  it.inTurn('voids a code when a new one is sent [B-OTP-06]', async () => {
    const calls = await open(storage)
    const first = await send(calls, 'ada@example.com')
    const second = await send(calls, 'ada@example.com')
    if (first.code !== second.code)
      expect((await calls.enterCode(first, first.code)).outcome).toBe('otp_code_not_found')
    expect((await calls.enterCode(second, second.code)).outcome).toBe('200')
  })

  it.inTurn('compares five guesses, and rejects a sixth even if it is correct [B-OTP-03]', async () => {
    const calls = await open(storage)
    const sent = await send(calls, 'ada@example.com')
    for (let guess = 0; guess < 5; guess += 1)
      expect((await calls.enterCode(sent, sent.wrong)).outcome).toBe('otp_code_not_found')
    expect((await calls.enterCode(sent, sent.code)).outcome).toBe('otp_code_not_found')
  })

  it('accepts one of 16 simultaneous entries of a code', async () => {
    const calls = await open(storage)
    const sent = await send(calls, 'ada@example.com')
    const answers = await Promise.all(Array.from({ length: 16 }, () => calls.enterCode(sent, sent.code)))
    expect(answers.filter(({ outcome }) => outcome === '200')).toHaveLength(1)
  })

  it.each(casesOn(engine, ['', '12345', '1234567', 'abcdef', '12 456']))(
    'rejects %j as an invalid code, and counts no guess',
    async (code) => {
      const calls = await open(storage)
      const sent = await send(calls, 'ada@example.com')
      for (let guess = 0; guess < 6; guess += 1)
        expect((await calls.enterCode(sent, code)).outcome).toBe('invalid_code')
      expect((await calls.enterCode(sent, sent.code)).outcome).toBe('200')
    },
  )

  it.inTurn('locks an account for an hour after ten wrong codes in a row', async () => {
    const calls = await open(storage)
    const known = await send(calls, 'ada@example.com')
    expect((await calls.enterCode(known, known.code)).outcome).toBe('200')
    for (let round = 0; round < 2; round += 1) {
      const sent = await send(calls, 'ada@example.com')
      for (let guess = 0; guess < 5; guess += 1) await calls.enterCode(sent, sent.wrong)
      calls.harness.clock.advance(15 * 60_000)
    }
    const sent = await send(calls, 'ada@example.com')
    const locked = await calls.enterCode(sent, sent.code)
    expect([locked.status, locked.outcome]).toEqual([429, 'user_lock_limit_reached'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(44 * 60)
    expect(Number(locked.headers.get('retry-after'))).toBeLessThan(46 * 60)
    calls.harness.clock.advance(45 * 60_000)
    const next = await send(calls, 'ada@example.com')
    expect((await calls.enterCode(next, next.code)).outcome).toBe('200')
  })

  it.inTurn('rejects a code of an account that was disabled since', async () => {
    const calls = await open(storage)
    const known = await send(calls, 'out@example.com')
    const { accountId } = calls.signedIn(await calls.enterCode(known, known.code))
    const sent = await send(calls, 'out@example.com')
    await calls.disable(accountId)
    expect((await calls.enterCode(sent, sent.code)).outcome).toBe('otp_code_not_found')
  })

  it.inTurn('rejects invalid addresses', async () => {
    const calls = await open(storage)
    for (const email of ['a', 'a@b', 'a@b.co,c@d.co', 'a@b.co\r\nBcc: x@y.zz', '"a"@b.co'])
      expect((await calls.sendCode(email)).outcome).toBe('invalid_email')
  })

  it.inTurn('rejects a request for a code if email codes are disabled', async () => {
    const enabledMethods = { magicLinks: true, otpEmail: false, otpSms: false, otpWhatsapp: false, passwords: true }
    const calls = await open(storage, { settings: { enabledMethods } })
    expect((await calls.sendCode('a@example.com')).outcome).toBe('method_not_enabled')
  })

  it.inTurn('rejects a code in another project', async () => {
    const calls = await open(storage)
    const { vertical } = calls.harness.project
    const project = await calls.harness.newProject({ vertical })
    const sent = await send(calls, 'ada@example.com')
    const foreign = await calls.enterCode(sent, sent.code, { project })
    expect(foreign.outcome).not.toBe('200')
    expect((await calls.enterCode(sent, sent.code)).outcome).toBe('200')
  })
})
