import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findProof } from './domain-proof.ts'
import {
  afterCheck,
  afterTakeover,
  checkEveryMs,
  type DomainCheck,
  type DomainStatus,
  newDomainStatus,
  nextCheckAt,
  takeoverMs,
} from './domain-state.ts'

const now = 1_800_000_000_000
const verified: DomainStatus = { ...newDomainStatus, state: 'verified', verifiedAt: now - 5, checkedAt: now - 5 }
const lapsed: DomainStatus = { ...verified, state: 'lapsed' }

function check(status: DomainStatus, proof: DomainCheck['proof'], rest: Partial<DomainCheck> = {}) {
  return afterCheck({ status, proof, isHeldByOther: false, cause: 'request', now, ...rest })
}

describe('a domain that is not verified', () => {
  it.each([
    ['pending', newDomainStatus],
    ['lapsed', lapsed],
  ])('is verified by the record, if it was %s', (_, status) => {
    const expected = { state: 'verified', verifiedAt: now, checkedAt: now, failures: 0, claimedAt: null }
    expect(check(status, 'proven')).toEqual({ status: expected, effects: [] })
    expect(check(status, 'proven', { cause: 'daily' })).toEqual({ status: expected, effects: [] })
  })

  it.each(['missing', 'unreachable'] as const)('stays as it is if the record is %s', (proof) => {
    expect(check(newDomainStatus, proof)).toEqual({ status: { ...newDomainStatus, checkedAt: now }, effects: [] })
    expect(check(lapsed, proof)).toEqual({ status: { ...lapsed, checkedAt: now }, effects: [] })
  })
})

describe('a verified domain', () => {
  it('lapses with the third failed check in a row, with or without a response [B-DOM-14]', () => {
    for (const proofs of [
      ['missing', 'missing', 'missing'],
      ['unreachable', 'unreachable', 'unreachable'],
      ['missing', 'unreachable', 'missing'],
    ] as const) {
      const results = [check(verified, proofs[0], { cause: 'daily' })]
      for (const proof of proofs.slice(1))
        results.push(check(results.at(-1)?.status ?? newDomainStatus, proof, { cause: 'daily' }))
      expect(results.map(({ status, effects }) => [status.state, status.failures, effects])).toEqual([
        ['verified', 1, []],
        ['verified', 2, []],
        ['lapsed', 0, ['notify_of_lapse']],
      ])
    }
  })

  it('starts to count again after a check that succeeds [B-DOM-13]', () => {
    const after = check({ ...verified, failures: 2 }, 'proven', { cause: 'daily' })
    expect(after).toEqual({ status: { ...verified, checkedAt: now, failures: 0 }, effects: [] })
    expect(check(after.status, 'missing').status).toMatchObject({ state: 'verified', failures: 1 })
  })
})

describe('a domain that another organization has', () => {
  const claimed: DomainStatus = { ...newDomainStatus, checkedAt: now, claimedAt: now }
  const held = { isHeldByOther: true }

  it('is claimed on request only, with a notice', () => {
    expect(check(newDomainStatus, 'proven', held)).toEqual({ status: claimed, effects: ['notify_holder_of_claim'] })
    expect(check(lapsed, 'proven', { ...held, cause: 'daily' })).toEqual({
      status: { ...lapsed, checkedAt: now },
      effects: [],
    })
  })

  it('is taken over 72 hours after the notice, and the other domain lapses', () => {
    const before = now + takeoverMs - 1
    const after = now + takeoverMs
    expect(takeoverMs).toBe(72 * 3_600_000)
    expect(check(claimed, 'proven', { ...held, now: before })).toEqual({
      status: { ...claimed, checkedAt: before },
      effects: [],
    })
    expect(check(claimed, 'proven', { ...held, now: after, cause: 'daily' })).toEqual({
      status: { state: 'verified', verifiedAt: after, checkedAt: after, failures: 0, claimedAt: null },
      effects: ['take_over'],
    })
    expect(afterTakeover({ ...verified, failures: 2 })).toEqual(lapsed)
  })

  it('is not taken over without the record, and a missing record ends the claim [B-DOM-17]', () => {
    const later = { ...held, now: now + takeoverMs }
    expect(check(claimed, 'unreachable', later)).toEqual({
      status: { ...claimed, checkedAt: later.now },
      effects: [],
    })
    const ended = check(claimed, 'missing', later)
    expect(ended).toEqual({ status: { ...newDomainStatus, checkedAt: later.now }, effects: [] })
    expect(check(ended.status, 'proven', later).effects).toEqual(['notify_holder_of_claim'])
  })

  it('is verified at once if the other organization loses it', () => {
    expect(check(claimed, 'proven').status.state).toBe('verified')
  })
})

it('becomes verified only by the record, and from a holder only 72 hours after a notice', () => {
  const step = fc.record({
    proof: fc.constantFrom('proven', 'missing', 'unreachable'),
    cause: fc.constantFrom('request', 'daily'),
    isHeldByOther: fc.boolean(),
    hours: fc.integer({ min: 0, max: 100 }),
  })
  const property = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    let status: DomainStatus = newDomainStatus
    let time = now
    let noticeAt = Number.POSITIVE_INFINITY
    let failuresInARow = 0
    for (const { proof, cause, isHeldByOther, hours } of steps) {
      time += hours * 3_600_000
      const was = status.state
      const after = afterCheck({
        status,
        proof: proof as DomainCheck['proof'],
        cause: cause as DomainCheck['cause'],
        isHeldByOther,
        now: time,
      })
      status = after.status
      if (after.effects.includes('notify_holder_of_claim')) noticeAt = time
      failuresInARow = proof === 'proven' || was !== 'verified' ? 0 : failuresInARow + 1
      if (was !== 'verified' && status.state === 'verified') {
        expect(proof).toBe('proven')
        expect(after.effects).toEqual(isHeldByOther ? ['take_over'] : [])
        if (isHeldByOther) expect(time - noticeAt).toBeGreaterThanOrEqual(72 * 3_600_000)
      }
      if (was === 'verified') expect(status.state).toBe(failuresInARow === 3 ? 'lapsed' : 'verified')
    }
  })
  fc.assert(property, { numRuns: 5_000 })
})

it('is checked once a day, unless it was never proven and is not claimed', () => {
  expect(nextCheckAt(newDomainStatus, now)).toBe(null)
  for (const status of [verified, lapsed]) expect(nextCheckAt(status, now)).toBe(now + checkEveryMs)
})

it('is checked when a claim can take it over', () => {
  const claimed = { ...newDomainStatus, claimedAt: now }
  const next = (hours: number) => (nextCheckAt(claimed, now + hours * 3_600_000) ?? 0) - now
  expect([0, 47, 49, 71].map((hours) => next(hours) / 3_600_000)).toEqual([24, 71, 72, 72])
  expect(next(72)).toBe(takeoverMs + checkEveryMs)
})

it('finds the proof in one of several records below the name of the challenge', async () => {
  const asked: string[] = []
  const find = (values: string[]) =>
    findProof(
      async (name) => {
        asked.push(name)
        return { kind: 'records', values }
      },
      'acme.test',
      'token-1',
    )
  expect([await find(['v=spf1', ' token-1 ']), await find(['token-12', 'x token-1']), await find([])]).toEqual([
    ...['proven', 'missing', 'missing'],
  ])
  expect(new Set(asked)).toEqual(new Set(['_latchkey-challenge.acme.test']))
  expect(await findProof(async () => ({ kind: 'absent' }), 'acme.test', '')).toBe('missing')
  expect(await findProof(async () => ({ kind: 'unreachable' }), 'acme.test', 'token-1')).toBe('unreachable')
})
