import { describe, expect, it } from 'vitest'
import { explore } from './explore.suite.ts'
import type { Budget, Rules } from './tab-model.suite.ts'
import { fullBudget, initialModel, rules } from './tab-model.suite.ts'

/** Set by the full test run, which searches deeper than `depth` for a minute per plan. */
const maxDepth = Number(process.env.MODEL_DEPTH ?? 0)
const millis = 60_000
const isFull = maxDepth > 0
const now = (): number => performance.now()

const none: Budget = {
  signIn: 0,
  factor: 0,
  refresh: 0,
  revoke: 0,
  intermediate: 0,
  crash: 0,
  clearCookies: 0,
  clearStorage: 0,
  jump: 0,
  lose: 0,
  setCookie: 0,
}
const calls: Budget = { ...none, signIn: 3, factor: 2, refresh: 3, revoke: 2 }
const faults: Budget = {
  ...none,
  signIn: 2,
  factor: 1,
  refresh: 1,
  revoke: 1,
  crash: 1,
  clearCookies: 1,
  clearStorage: 1,
}

describe('two tabs after any sequence of events', () => {
  // Measured within 60 s: the first two plans reach depth 12 in both modes, the last one depth 8 (HttpOnly: 10).
  it.each([
    ['many calls', calls, false, isFull ? 12 : 9],
    ['many calls in HttpOnly mode', calls, true, isFull ? 9 : 8],
    ['calls, crashes and wiped storage', faults, false, isFull ? 8 : 7],
    ['calls, crashes and wiped storage in HttpOnly mode', faults, true, isFull ? 8 : 7],
    ['everything at once', fullBudget, false, isFull ? 6 : 5],
    ['everything at once in HttpOnly mode', fullBudget, true, isFull ? 6 : 5],
  ] as const)(
    'two tabs agree and never restore an ended session: %s',
    (_name, budget, isHidden, depth) => {
      const limits = { depth, maxDepth: Math.max(depth, maxDepth), millis }
      const result = explore(rules, initialModel(budget, isHidden), limits, now)
      expect(result.counterexample).toBeNull()
      expect(result.depth).toBeGreaterThanOrEqual(depth)
    },
    180_000,
  )
})

describe('the model check', () => {
  const { mayCommit, readShared } = rules
  /** If the token can be read, the cookie is sufficient. */
  const httpOnlyMutant = 'without ended sessions, in HttpOnly mode'
  const broken: Record<string, [Partial<Rules>, Budget, string]> = {
    'without a commit guard': [
      { mayCommit: () => true },
      { ...none, signIn: 1, factor: 1, revoke: 1 },
      'an ended session is back in the cookie',
    ],
    [httpOnlyMutant]: [
      { mayCommit: (start, after, ...rest) => mayCommit(start, { ...after, ended: [] }, ...rest) },
      calls,
      'a tab shows a session that has ended',
    ],
    'without an order of rotations': [
      { mayCommit: (start, after, ...rest) => mayCommit(start, after.id ? { ...after, tokenAt: '' } : after, ...rest) },
      calls,
      'the token in the cookie is outdated',
    ],
    'with a record for any token': [
      {
        readShared: ({ record, ...shared }, ...rest) =>
          readShared({ ...shared, record: { ...record, binding: shared.token.slice(-6) } }, ...rest),
      },
      { ...calls, setCookie: 1 },
      'a tab shows another user than the cookie',
    ],
    'without writing the state back': [{ isPersisted: () => true }, faults, 'a user without a cookie'],
    'with errors that end any session': [{ isSameSession: () => true }, calls, 'an active session was ended'],
    'with tabs that never read the cookies': [
      { readShared: (_shared, memory) => memory, isPersisted: () => true },
      calls,
      'the tabs disagree at rest',
    ],
  }

  it.each(Object.entries(broken))('detects rules %s', (name, [change, budget, complaint]) => {
    const start = initialModel(budget, name === httpOnlyMutant)
    const { counterexample } = explore({ ...rules, ...change }, start, { depth: 12 }, now)
    expect(counterexample?.at(-1)).toContain(complaint)
  })
})
