import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

export type Bindable = string | number | null

/** The placeholder of a value while a statement is built: `value('projectId')`, or `value(7)` for a list. */
export type Values<P> = <K extends keyof P>(name: K) => P[K]

/** A statement that is compiled once for each engine and runs with different values. */
export interface Statement<P, R> {
  compiled(db: Kysely<Tables>, engine: Engine, values: P): CompiledQuery<R>
}

interface Plan<R> {
  query: CompiledQuery<R>
  /** For each parameter the name of its value, or null for a constant of the statement. */
  names: (string | number | null)[]
}

const placeholder: unique symbol = Symbol('placeholder')

/**
 * @example
 * const findProject = statement((db, value: Values<{ id: string }>) =>
 *   db.selectFrom('projects').selectAll().where('project_id', '=', value('id')))
 */
export function statement<P extends { [K in keyof P]: Bindable }, R>(
  build: (db: Kysely<Tables>, value: Values<P>, engine: Engine) => Compilable<R>,
): Statement<P, R> {
  const plans = new Map<Engine, Plan<R>>()

  function plan(db: Kysely<Tables>, engine: Engine): Plan<R> {
    // The builder never reads a value, so a placeholder replaces it until the statement runs.
    const value = (<K extends keyof P>(name: K) => ({ [placeholder]: name }) as unknown as P[K]) satisfies Values<P>
    const query = build(db, value, engine).compile()
    const made = { query, names: query.parameters.map(nameOf) }
    plans.set(engine, made)
    return made
  }

  return {
    compiled(db, engine, values) {
      const { query, names } = plans.get(engine) ?? plan(db, engine)
      const given: Readonly<Record<string | number, Bindable>> = values
      const parameters = names.map((name, index) =>
        name === null ? query.parameters[index] : checked(name, given[name]),
      )
      return { query: query.query, queryId: query.queryId, sql: query.sql, parameters }
    },
  }
}

/** One statement for each length of a list, created on first use. */
export function statementByCount<P, R>(make: (count: number) => Statement<P, R>): (count: number) => Statement<P, R> {
  const made = new Map<number, Statement<P, R>>()
  return (count) => {
    let found = made.get(count)
    if (!found) {
      found = make(count)
      made.set(count, found)
    }
    return found
  }
}

function nameOf(parameter: unknown): string | number | null {
  if (typeof parameter !== 'object' || parameter === null || !(placeholder in parameter)) return null
  return parameter[placeholder] as string | number
}

/** The engines treat other types differently, so they are rejected. */
function checked(name: string | number, value: Bindable | undefined): Bindable {
  if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value as Bindable
  throw new TypeError(`The value '${name}' of a statement is ${typeof value}, not text, an integer or null.`)
}
