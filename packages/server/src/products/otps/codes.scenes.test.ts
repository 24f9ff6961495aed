import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { casesOn, takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import type { MailedCode, Scene } from '../../testing/scenes/scene.ts'
import { scenes } from '../../testing/scenes/scenes.ts'

const cases = scenes.flatMap((kind) => engines.map((engine) => ({ ...kind, engine })))

describe.each(cases)('email codes for $name on $engine', ({ open, engine }) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function send(scene: Scene, email: string, options = {}): Promise<MailedCode> {
    const { outcome, data } = await scene.sendCode(email, options)
    expect(outcome).toBe('200')
    await scene.harness.provider.outbox.drain()
    // A notice may have been sent after the code.
    const code = scene.harness.sent.findLast(({ to, codes }) => to === email && codes.length > 0)?.codes[0] ?? ''
    return { email, code, wrong: code === '111111' ? '222222' : '111111', methodId: data.method_id }
  }

  it.inTurn('starts a session with one factor', async () => {
    const scene = await open(storage)
    const sent = await send(scene, 'ada@example.com')
    expect(sent.code).toMatch(/^\d{6}$/)
    const signedIn = scene.signedIn(await scene.enterCode(sent, sent.code))
    expect(signedIn.factorTypes).toEqual(['otp'])
    expect((await scene.readSelf(signedIn.token)).outcome).toBe('200')
  })

  it.inTurn('signs in to the same account with every code', async () => {
    const scene = await open(storage)
    const before = await scene.countAccounts()
    const ids = new Set<string>()
    for (let count = 0; count < 2; count += 1) {
      const sent = await send(scene, 'ada@example.com')
      ids.add(scene.signedIn(await scene.enterCode(sent, sent.code)).accountId)
    }
    expect([ids.size, await scene.countAccounts()]).toEqual([1, before + 1])
  })

  it.inTurn('accepts a code once, for its own address, until it expires', async () => {
    const scene = await open(storage)
    const first = await send(scene, 'ada@example.com')
    const other = await send(scene, 'eve@example.com')
    if (first.code !== other.code) expect((await scene.enterCode(other, first.code)).outcome).toBe('otp_code_not_found')
    expect((await scene.enterCode(first, first.code)).outcome).toBe('200')
    expect((await scene.enterCode(first, first.code)).outcome).toBe('otp_code_not_found')
    const late = await send(scene, 'ada@example.com', { minutes: 10 })
    scene.harness.clock.advance(10 * 60_000)
    expect((await scene.enterCode(late, late.code)).outcome).toBe('otp_code_not_found')
    const unknown = { email: 'unknown@example.com', methodId: 'email-test-unknown' }
    expect((await scene.enterCode(unknown, '123456')).outcome).toBe('otp_code_not_found')
  })

  it.inTurn('voids a code when a new one is sent', async () => {
    const scene = await open(storage)
    const first = await send(scene, 'ada@example.com')
    const second = await send(scene, 'ada@example.com')
    if (first.code !== second.code)
      expect((await scene.enterCode(first, first.code)).outcome).toBe('otp_code_not_found')
    expect((await scene.enterCode(second, second.code)).outcome).toBe('200')
  })

  it.inTurn('compares five guesses, and rejects a sixth even if it is correct', async () => {
    const scene = await open(storage)
    const sent = await send(scene, 'ada@example.com')
    for (let guess = 0; guess < 5; guess += 1)
      expect((await scene.enterCode(sent, sent.wrong)).outcome).toBe('otp_code_not_found')
    expect((await scene.enterCode(sent, sent.code)).outcome).toBe('otp_code_not_found')
  })

  it('accepts one of 16 simultaneous entries of a code', async () => {
    const scene = await open(storage)
    const sent = await send(scene, 'ada@example.com')
    const answers = await Promise.all(Array.from({ length: 16 }, () => scene.enterCode(sent, sent.code)))
    expect(answers.filter(({ outcome }) => outcome === '200')).toHaveLength(1)
  })

  it.each(casesOn(engine, ['', '12345', '1234567', 'abcdef', '12 456']))(
    'rejects %j as an invalid code, and counts no guess',
    async (code) => {
      const scene = await open(storage)
      const sent = await send(scene, 'ada@example.com')
      for (let guess = 0; guess < 6; guess += 1)
        expect((await scene.enterCode(sent, code)).outcome).toBe('invalid_code')
      expect((await scene.enterCode(sent, sent.code)).outcome).toBe('200')
    },
  )

  it.inTurn('locks an account for an hour after ten wrong codes in a row', async () => {
    const scene = await open(storage)
    const known = await send(scene, 'ada@example.com')
    expect((await scene.enterCode(known, known.code)).outcome).toBe('200')
    for (let round = 0; round < 2; round += 1) {
      const sent = await send(scene, 'ada@example.com')
      for (let guess = 0; guess < 5; guess += 1) await scene.enterCode(sent, sent.wrong)
      scene.harness.clock.advance(15 * 60_000)
    }
    const sent = await send(scene, 'ada@example.com')
    const locked = await scene.enterCode(sent, sent.code)
    expect([locked.status, locked.outcome]).toEqual([429, 'user_lock_limit_reached'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(44 * 60)
    expect(Number(locked.headers.get('retry-after'))).toBeLessThan(46 * 60)
    scene.harness.clock.advance(45 * 60_000)
    const next = await send(scene, 'ada@example.com')
    expect((await scene.enterCode(next, next.code)).outcome).toBe('200')
  })

  it.inTurn('rejects a code of an account that was disabled since', async () => {
    const scene = await open(storage)
    const known = await send(scene, 'out@example.com')
    const { accountId } = scene.signedIn(await scene.enterCode(known, known.code))
    const sent = await send(scene, 'out@example.com')
    await scene.disable(accountId)
    expect((await scene.enterCode(sent, sent.code)).outcome).toBe('otp_code_not_found')
  })

  it.inTurn('rejects invalid addresses', async () => {
    const scene = await open(storage)
    for (const email of ['a', 'a@b', 'a@b.co,c@d.co', 'a@b.co\r\nBcc: x@y.zz', '"a"@b.co'])
      expect((await scene.sendCode(email)).outcome).toBe('invalid_email')
  })

  it.inTurn('rejects a request for a code if email codes are disabled', async () => {
    const enabledMethods = { magicLinks: true, otpEmail: false, otpSms: false, otpWhatsapp: false, passwords: true }
    const scene = await open(storage, { settings: { enabledMethods } })
    expect((await scene.sendCode('a@example.com')).outcome).toBe('method_not_enabled')
  })

  it.inTurn('rejects a code in another project', async () => {
    const scene = await open(storage)
    const { vertical } = scene.harness.project
    const project = await scene.harness.newProject({ vertical })
    const sent = await send(scene, 'ada@example.com')
    const foreign = await scene.enterCode(sent, sent.code, { project })
    expect(foreign.outcome).not.toBe('200')
    expect((await scene.enterCode(sent, sent.code)).outcome).toBe('200')
  })
})
