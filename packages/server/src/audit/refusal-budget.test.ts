import { describe, expect, it } from 'vitest'
import { createMemoryLimiter } from '../core/memory-limiter.ts'
import { createRandom } from '../node/system-clock.ts'
import type { AuditRecord } from '../storage/records.ts'
import { type AuditSource, audit } from './audit.ts'
import { createRefusalBudget, firstSample, refusalsPerNetwork, refusalsPerProject } from './refusal-budget.ts'

/** The calls that one network can send with the default `requests_per_ip`. */
const callsOfDay = 300 * 60 * 24

describe('the budget of audited refusals', () => {
  function open() {
    let now = 0
    let notAudited = 0
    const clock = { now: () => now }
    const budget = createRefusalBudget(
      createMemoryLimiter(clock),
      {
        refusalNotAudited: () => {
          notAudited += 1
        },
      },
      clock,
    )
    return {
      admit: (times: number, network: string, project = 'p') =>
        Array.from({ length: times }, () => budget.admit(project, network)).flatMap((one) => one?.skipped ?? []),
      budget,
      advance(ms: number) {
        now += ms
      },
      notAudited: () => notAudited,
    }
  }

  it('audits a sample above the budget of a network, with the number of the others (R-13)', () => {
    const { admit, notAudited, advance } = open()
    const audited = admit(callsOfDay, 'a')
    const inFull = audited.filter((skipped) => skipped === 0)
    expect([inFull.length, audited[refusalsPerNetwork.limit], audited[refusalsPerNetwork.limit + 1]]).toEqual([
      ...[refusalsPerNetwork.limit, firstSample - 1, 2 * firstSample - 1],
    ])
    expect(audited.length - inFull.length).toBeLessThan(60)
    // Each rejected call is audited, counted in an audited row, or will be counted in the next one.
    const counted = audited.reduce((sum, skipped) => sum + skipped, audited.length)
    expect(callsOfDay - counted).toBeLessThan(10_000)
    expect(notAudited()).toBe(callsOfDay - audited.length)
    // Another network and another project are not affected, and the day ends.
    expect([admit(5, 'b'), admit(5, 'a', 'q')]).toEqual([Array(5).fill(0), Array(5).fill(0)])
    advance(refusalsPerNetwork.windowMs)
    // The count of skipped calls survives the start of the next day.
    expect(admit(3, 'a')).toEqual([callsOfDay - counted, 0, 0])
    admit(refusalsPerNetwork.limit, 'a')
    expect(admit(firstSample, 'a')).toHaveLength(1)
  })

  it('audits a sample above the budget of a project, which one network alone cannot use up (R-13)', () => {
    const { admit } = open()
    admit(3 * refusalsPerProject.limit, 'a')
    expect(admit(1, 'b')).toEqual([0])
    for (let index = 0; index < refusalsPerProject.limit / refusalsPerNetwork.limit; index += 1)
      admit(refusalsPerNetwork.limit, `network ${index}`)
    const networks = 30_000
    const audited = Array.from({ length: networks }, (_, index) => admit(1, `late ${index}`)).flat()
    expect(audited.length).toBeGreaterThan(3)
    expect(audited.length).toBeLessThan(15)
  })

  it('has a separate budget for rejections about users, which others do not use up (R-13)', () => {
    const { admit, budget } = open()
    for (let index = 0; index < 30; index += 1) admit(refusalsPerNetwork.limit, `network ${index}`)
    expect(budget.admit('p', 'late')).toBeNull()
    expect(budget.admit('p', 'late', true)).toEqual({ skipped: 0, isOfProject: false })
    expect(budget.admit('p', 'network 1', true)).toEqual({ skipped: 0, isOfProject: false })
    const bounded = Array.from({ length: 50_000 }, () => budget.admit('p', 'a', true)).filter((one) => one !== null)
    expect(bounded.length).toBeLessThan(refusalsPerNetwork.limit + 20)
  })

  it('names no network for the skipped calls of a project (R-13)', () => {
    const { admit, budget } = open()
    for (let index = 0; index < 20; index += 1) admit(refusalsPerNetwork.limit, `network ${index}`)
    const late = Array.from({ length: firstSample }, (_, index) => budget.admit('p', `late ${index}`))
    expect(late.filter((one) => one !== null)).toEqual([{ skipped: firstSample - 1, isOfProject: true }])
    const own = Array.from({ length: firstSample }, () => budget.admit('p', 'network 1'))
    expect(own.filter((one) => one !== null)).toEqual([{ skipped: firstSample - 1, isOfProject: false }])
  })

  it('drops networks that do not return, and adds their calls to the count of the project (R-13)', () => {
    let now = 0
    const limiter = { take: () => ({ retryAfterMs: 1, firstRefusal: false }) }
    const budget = createRefusalBudget(limiter, { refusalNotAudited: () => undefined }, { now: () => now })
    const admit = (network: string) =>
      Array.from({ length: firstSample }, () => budget.admit('p', network)).filter((one) => one !== null)
    for (let index = 0; index < 10_000; index += 1) budget.admit('p', `old ${index}`)
    expect(admit('late')).toEqual([{ skipped: firstSample - 1, isOfProject: true }])
    now += refusalsPerNetwork.windowMs
    expect(admit('new')).toEqual([{ skipped: firstSample - 1, isOfProject: false }])
    // The next row of the project includes all calls of the dropped networks.
    const next = Array.from({ length: 10_010 }, (_, index) => budget.admit('p', `next ${index}`))
    expect(next.find((one) => one !== null)).toEqual({ skipped: 10_000, isOfProject: true })
  })

  it('is separate for users and replays, and the row of a project has no network (R-13)', async () => {
    const rows: AuditRecord[] = []
    const admitted: unknown[] = []
    const tx = { audit: { append: async (...added: AuditRecord[]) => void rows.push(...added) } }
    const harness = {
      ...{ clock: { now: () => 0 }, random: createRandom() },
      refusalBudget: {
        admit(_: string, network: string, isAboutUser?: boolean) {
          admitted.push(isAboutUser)
          return { skipped: 7, isOfProject: network === '192.0.2.1' }
        },
      },
    }
    const from = (prefix: string): AuditSource => ({
      project: { id: 'p', environment: 'test' },
      client: { ip: prefix, prefix, userAgent: '' },
      requestId: 'r',
    })
    const refused = { result: 'refused', event: 'otp_authenticate' } as const
    await audit(tx as unknown as Parameters<typeof audit>[0], harness, from('192.0.2.1'), refused)
    await audit(tx as unknown as Parameters<typeof audit>[0], harness, from('192.0.2.2'), { ...refused, userId: 'u' })
    await audit(tx as unknown as Parameters<typeof audit>[0], harness, from('192.0.2.2'), {
      ...{ ...refused, event: 'token_replay' },
    })
    expect(admitted).toEqual([false, true, true])
    const skipped = rows.filter(({ event }) => event === 'refusals_skipped')
    expect(skipped.map(({ ipPrefix, targetId }) => [ipPrefix, targetId])).toEqual([
      [null, '7'],
      ['192.0.2.2', '7'],
      ['192.0.2.2', '7'],
    ])
    expect(rows.find(({ event }) => event === 'otp_authenticate')?.ipPrefix).toBe('192.0.2.1')
  })
})
