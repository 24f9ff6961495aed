import type { Model, Rules } from './tab-model.suite.ts'
import { keyOf, steps, violation } from './tab-model.suite.ts'

export interface Exploration {
  /** The last depth that was explored completely. */
  readonly depth: number
  readonly models: number
  /** The shortest path to a violation: its steps, then the violated invariant. */
  readonly counterexample: readonly string[] | null
}

interface Node {
  readonly model: Model
  readonly parent: Node | null
  readonly step: string
}

export interface Limits {
  /** Explored completely, however long it takes, so that the result does not depend on the speed of the machine. */
  readonly depth: number
  /** A search beyond that depth ends here, or when the time is over. */
  readonly maxDepth?: number
  readonly millis?: number
}

/** Breadth first, each model once. */
export function explore(rules: Rules, start: Model, limits: Limits, now: () => number): Exploration {
  const { maxDepth = limits.depth, millis = 0 } = limits
  const begin = now()
  const seen = new Set<number>()
  let frontier: Node[] = [{ model: start, parent: null, step: 'start' }]
  for (let depth = 1; depth <= maxDepth; depth++) {
    const nextFrontier: Node[] = []
    for (const node of frontier) {
      if (depth > limits.depth && now() - begin > millis)
        return { depth: depth - 1, models: seen.size, counterexample: null }
      for (const [step, model, actor] of steps(node.model, rules)) {
        const key = hash(keyOf(model))
        if (seen.has(key)) continue
        seen.add(key)
        const child = { model, parent: node, step }
        const wrong = violation(model, actor, rules)
        if (wrong) return { depth, models: seen.size, counterexample: [...path(child), wrong] }
        nextFrontier.push(child)
      }
    }
    frontier = nextFrontier
    if (frontier.length === 0) return { depth: maxDepth, models: seen.size, counterexample: null }
  }
  return { depth: maxDepth, models: seen.size, counterexample: null }
}

function path(node: Node): string[] {
  return node.parent ? [...path(node.parent), node.step] : []
}

/** 53 bits (cyrb53): a million models collide with a chance of 1 in 18,000. */
function hash(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index)
    a = Math.imul(a ^ letter, 2654435761)
    b = Math.imul(b ^ letter, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
