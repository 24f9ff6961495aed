import { isLongRun } from './run-length.ts'
/** Set by `npm run test:full`, `npm run test:attacks` (as 500 rounds) and the mutants. */
export const isFullMatrix: boolean = process.env.TEST_MATRIX === 'full' || isLongRun

type Engine = 'sqlite' | 'postgres' | 'SQLite' | 'PostgreSQL'

/**
 * The cases of a long list that run on this engine: all of them in a full run. In `npm test` each case runs on one
 * engine. PostgreSQL gets about a quarter of the cases, because a case takes three times as long there.
 */
export function casesOn<Case extends [unknown] | unknown[]>(engine: Engine, cases: readonly Case[]): Case[]
export function casesOn<Case>(engine: Engine, cases: readonly Case[]): Case[]
export function casesOn<Case>(engine: Engine, cases: readonly Case[]): Case[] {
  return cases.filter((_, index) => runsOn(engine, index))
}

/** Whether the engine runs the case with this number. */
export function runsOn(engine: Engine, index: number): boolean {
  const isOnPostgres = (bitParity(index) & bitParity(3 * index + 1)) === 1
  return isFullMatrix || isOnPostgres === isPostgres(engine)
}

function isPostgres(engine: Engine): boolean {
  return engine.toLowerCase() !== 'sqlite'
}

interface DefineTest {
  (title: string, work: () => unknown): void
  extend(fixtures: Record<string, never>): this
}

/**
 * Adds `it.inTurn` to the `it` of Vitest, for tests that use the storage like many others do: `npm test` runs each of
 * them on one engine, and the full run on both. Races, which depend on the engine, use `it` itself.
 */
export function takeTurns<It extends DefineTest>(
  it: It,
  engine: Engine,
): It & { inTurn(title: string, work: () => unknown): void } {
  let index = -1
  // An extension is a function of its own, so that the property belongs to one engine.
  return Object.assign(it.extend({}), {
    inTurn(title: string, work: () => unknown) {
      index += 1
      // Half of the tests: a suite with two or three of them needs one on each engine.
      if (isFullMatrix || (bitParity(index) === 1) === isPostgres(engine)) it(title, work)
    },
  })
}

/** Unlike every second index, this does not repeat, so that no dimension of a product of lists stays on one engine. */
function bitParity(index: number): number {
  return index === 0 ? 0 : (index % 2) ^ bitParity(index >> 1)
}
