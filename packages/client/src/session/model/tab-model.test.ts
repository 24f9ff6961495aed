import { describe, expect, it } from 'vitest'
import { explore } from './explore.suite.ts'
import type { Rules } from './tab-model.suite.ts'
import { fullBudget, rules } from './tab-model.suite.ts'

const depth = Number(process.env.MODEL_DEPTH ?? 7)
const millis = Number(process.env.MODEL_MILLIS ?? 60_000)

describe('two tabs, whatever happens', () => {
  it(`agree, and never bring back what has ended, up to ${depth} steps`, () => {
    const result = explore(rules, fullBudget, depth, millis, performance.now.bind(performance))
    console.info(`tab model: ${result.worlds} worlds, depth ${result.depth}`)
    expect(result.counterexample).toBeNull()
    expect(result.depth).toBe(depth)
  }, 120_000)
})
