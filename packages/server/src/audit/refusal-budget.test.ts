import { describe, expect, it } from 'vitest'
import { createMemoryLimiter } from '../core/memory-limiter.ts'
import { createRandom } from '../node/system-clock.ts'
import type { AuditRecord } from '../storage/records.ts'
import { noteVariants } from '../testing/variants.suite.ts'
import { type AuditEntry, type AuditSource, audit } from './audit.ts'
import {
  createRefusalBudget,
  firstSample,
  type RepeatableRow,
  refusalsPerNetwork,
  refusalsPerProject,
  rowsPerAccount,
  rowsPerClient,
  rowsPerNetwork,
} from './refusal-budget.ts'

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
        rowNotAudited: () => {
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
    const budget = createRefusalBudget(
      limiter,
      { refusalNotAudited: () => undefined, rowNotAudited: () => undefined },
      { now: () => now },
    )
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

  it.each([1, 90, 5_000])(
    'audits the rows that %i accounts of one network repeat all day up to the number of the network (R-13)',
    (accounts) => {
      const { budget, notAudited } = open()
      let [audited, counted] = [0, 0]
      for (let call = 0; call < callsOfDay; call += 1) {
        const row = { projectId: 'p', event: 'user_update', network: 'a', client: null }
        const admitted = budget.admitRow({ ...row, account: `user ${call % accounts}` })
        audited += admitted === null ? 0 : 1
        counted += admitted === null ? 0 : admitted.skipped
      }
      noteVariants(callsOfDay)
      const full = Math.min(accounts * rowsPerAccount.limit, rowsPerNetwork.limit)
      expect(audited).toBeGreaterThanOrEqual(full)
      // A sample of each account in addition.
      expect(audited).toBeLessThan(1.5 * full + 100)
      expect(notAudited()).toBe(callsOfDay - audited)
      expect(callsOfDay - audited - counted).toBeLessThan(10_000 * Math.min(accounts, 90))
    },
  )

  it('has a separate budget for each event of an account, each client application and each project (R-13)', () => {
    const { budget } = open()
    const row = { projectId: 'p', event: 'user_update', account: 'u', network: 'a', client: null }
    const admitted = (times: number, change: Partial<RepeatableRow> = {}) =>
      Array.from({ length: times }, () => budget.admitRow({ ...row, ...change })).filter((one) => one !== null).length
    expect(admitted(2 * firstSample)).toBe(rowsPerAccount.limit + 1)
    expect(admitted(10, { event: 'network_allow' })).toBe(10)
    expect(admitted(10, { account: 'v' })).toBe(10)
    expect(admitted(10, { projectId: 'q' })).toBe(10)
    // Users of one backend share its address.
    for (let user = 0; user < rowsPerNetwork.limit; user += 1) budget.admitRow({ ...row, account: `user ${user}` })
    expect(admitted(10, { account: 'w' })).toBe(0)
    expect(admitted(10, { account: 'w', client: 'backend' })).toBe(10)
    for (let user = 0; user < rowsPerClient.limit; user += 1)
      budget.admitRow({ ...row, account: `user ${user}`, client: 'backend' })
    expect(admitted(10, { account: 'x', client: 'backend' })).toBe(0)
  })

  it('names whose rows were skipped, with the first row of the next day (R-13)', () => {
    const { budget, advance } = open()
    const row = { projectId: 'p', event: 'user_update', network: 'a', client: null }
    const repeat = (times: number, account: string | null) =>
      Array.from({ length: times }, () => budget.admitRow({ ...row, account })).at(-1)
    repeat(rowsPerAccount.limit + 5, 'u')
    repeat(rowsPerNetwork.limit - rowsPerAccount.limit + 7, null)
    advance(rowsPerAccount.windowMs)
    expect([repeat(1, 'u'), repeat(1, null)]).toEqual([
      { skipped: 5, isOfProject: false, isOfAccount: true },
      { skipped: 7, isOfProject: false, isOfAccount: false },
    ])
  })

  it('counts the rows of user calls only, and never changes of factors or those of operators (R-13)', async () => {
    const rows: AuditRecord[] = []
    const tx = { audit: { append: async (...added: AuditRecord[]) => void rows.push(...added) } }
    const taken: RepeatableRow[] = []
    const harness = {
      ...{ clock: { now: () => 0 }, random: createRandom() },
      refusalBudget: {
        admit: () => null,
        admitRow(row: RepeatableRow) {
          taken.push(row)
          return null
        },
      },
    }
    const source: AuditSource = {
      project: { id: 'p', environment: 'test', vertical: 'CONSUMER' },
      client: { ip: '2001:db8:1:2::1', prefix: '2001:db8:1:2::/64', userAgent: '' },
      requestId: 'r',
    }
    const done = { result: 'ok', accountId: 'u' } as const
    const add = (entry: Omit<AuditEntry, 'result'>, from: Partial<AuditSource> = {}) =>
      audit(tx as unknown as Parameters<typeof audit>[0], harness, { ...source, ...from }, { ...done, ...entry })
    await add({ event: 'user_update' })
    await add({ event: 'user_update' }, { impersonator: 'ops' })
    await add({ event: 'user_update' }, { actor: { kind: 'admin', id: 'cli' } })
    await add({ event: 'factor_add' })
    await add({ event: 'recovery_codes_show' })
    await add({ event: 'webauthn_authenticate' })
    await add({ event: 'webauthn_authenticate', continuesSession: true })
    await add({ event: 'oauth_token', byClient: 'backend' })
    const row = { projectId: 'p', account: 'u', network: '2001:db8:1', client: null }
    expect(taken).toEqual([
      { ...row, event: 'user_update' },
      { ...row, event: 'webauthn_authenticate' },
      { ...row, event: 'oauth_token', client: 'backend' },
    ])
    expect(rows.map(({ event }) => event)).toEqual([
      ...['user_update', 'user_update', 'factor_add', 'recovery_codes_show', 'webauthn_authenticate'],
    ])
  })

  it('is separate for users and replays, and the row of a project has no network (R-13)', async () => {
    const rows: AuditRecord[] = []
    const admitted: unknown[] = []
    const tx = { audit: { append: async (...added: AuditRecord[]) => void rows.push(...added) } }
    const harness = {
      ...{ clock: { now: () => 0 }, random: createRandom() },
      refusalBudget: {
        admitRow: () => null,
        admit(_: string, network: string, isAboutUser?: boolean) {
          admitted.push(isAboutUser)
          return { skipped: 7, isOfProject: network === '192.0.2.1' }
        },
      },
    }
    const from = (prefix: string): AuditSource => ({
      project: { id: 'p', environment: 'test', vertical: 'CONSUMER' },
      client: { ip: prefix, prefix, userAgent: '' },
      requestId: 'r',
    })
    const refused = { result: 'refused', event: 'otp_authenticate' } as const
    await audit(tx as unknown as Parameters<typeof audit>[0], harness, from('192.0.2.1'), refused)
    await audit(tx as unknown as Parameters<typeof audit>[0], harness, from('192.0.2.2'), {
      ...refused,
      accountId: 'u',
    })
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
