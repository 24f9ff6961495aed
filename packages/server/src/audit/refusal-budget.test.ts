import { describe, expect, it } from 'vitest'
import { createMemoryLimiter } from '../http/rate-limit.ts'
import { createRefusalBudget, firstSample, refusalsPerNetwork, refusalsPerProject } from './refusal-budget.ts'

/** What one network can send at the default `requests_per_ip`. */
const callsOfDay = 300 * 60 * 24

describe('the budget of audited refusals', () => {
  function open() {
    let now = 0
    let notAudited = 0
    const clock = { now: () => now }
    const budget = createRefusalBudget(createMemoryLimiter(clock), {
      refusalNotAudited: () => {
        notAudited += 1
      },
    })
    return {
      admit: (times: number, network: string, project = 'p') =>
        Array.from({ length: times }, () => budget.admit(project, network)).filter((one) => one !== null),
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
    // Each refused call is audited, counted in a row that is, or still to be counted in the next one.
    const counted = audited.reduce((sum, skipped) => sum + skipped, audited.length)
    expect(callsOfDay - counted).toBeLessThan(10_000)
    expect(notAudited()).toBe(callsOfDay - audited.length)
    // Another network and another project are not concerned, and the day ends.
    expect([admit(5, 'b'), admit(5, 'a', 'q')]).toEqual([Array(5).fill(0), Array(5).fill(0)])
    advance(refusalsPerNetwork.windowMs)
    expect(admit(3, 'a')).toEqual([0, 0, 0])
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
})
