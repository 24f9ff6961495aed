import type { Flow } from './step.ts'

/** A move from one situation to another, in words: `main/sending --magic_link_sent--> email_confirmation`. */
export interface Edge {
  readonly from: string
  readonly event: string
  readonly to: string
}

export interface Exploration<State> {
  /** How many states were found, those that differ in nothing that matters counted once. */
  readonly states: number
  readonly steps: number
  /** Every move there is, by its words. */
  readonly edges: ReadonlyMap<string, Edge>
  /** Some state of each situation. */
  readonly situations: ReadonlyMap<string, State>
}

export interface Abstraction<State, Event> {
  /** Everything that can happen in a state: a finite choice that stands for all of it. */
  eventsIn(state: State): readonly Event[]
  /** What tells two states apart. Finite: numbers that only grow are counted by their order. */
  keyOf(state: State): string
  /** The situation a person is in. */
  situationOf(state: State): string
}

export const wordsOf = ({ from, event, to }: Edge): string => `${from} --${event}--> ${to}`

/** Walks everything a flow can come to, breadth first. */
export function explore<State, Event extends { readonly type: string }, Effect>(
  flow: Flow<State, Event, Effect>,
  firsts: readonly State[],
  { eventsIn, keyOf, situationOf }: Abstraction<State, Event>,
): Exploration<State> {
  const seen = new Set(firsts.map(keyOf))
  const queue = [...firsts]
  const edges = new Map<string, Edge>()
  const situations = new Map<string, State>()
  let steps = 0
  for (const state of queue) {
    const from = situationOf(state)
    if (!situations.has(from)) situations.set(from, state)
    for (const event of eventsIn(state)) {
      steps += 1
      const step = flow(state, event)
      if (step.state === state && step.effects.length === 0) continue
      const edge = { from, event: event.type, to: situationOf(step.state) }
      edges.set(wordsOf(edge), edge)
      const key = keyOf(step.state)
      if (seen.has(key)) continue
      seen.add(key)
      queue.push(step.state)
    }
  }
  return { states: seen.size, steps, edges, situations }
}

/** The situations from which none of `goals` can be reached. */
export function deadEnds(edges: Iterable<Edge>, goals: ReadonlySet<string>): string[] {
  const list = [...edges]
  const safe = new Set(goals)
  for (let grew = true; grew; ) {
    const before = safe.size
    for (const { from, to } of list) if (safe.has(to)) safe.add(from)
    grew = safe.size > before
  }
  return [...new Set(list.flatMap(({ from, to }) => [from, to]))].filter((situation) => !safe.has(situation))
}
