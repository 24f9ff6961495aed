import type { Flow, Step } from './step.ts'

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

export const edgeName = ({ from, event, to }: Edge): string => `${from} --${event}--> ${to}`

const isCall = (name: string): boolean => /^calls?$|Call$/.test(name)

/** The numbers of calls that a state knows of, and zero. */
export function callsIn(state: object): number[] {
  const calls = new Set([0])
  JSON.stringify(state, (name, value) => {
    if (isCall(name)) calls.add(value)
    return value
  })
  return [...calls]
}

/** Call numbers only ever grow: which of them are equal, and which came first, is all that matters. */
export function keyByRank(state: object): string {
  const ranks = callsIn(state).sort((one, other) => one - other)
  return JSON.stringify(state, (name, value) => {
    if (isCall(name)) return ranks.indexOf(value)
    return name === 'methodId' ? undefined : value
  })
}

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
      edges.set(edgeName(edge), edge)
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

/** One step along an edge of a flow, with all that comes of it. */
export interface WalkOf<State, Event, Effect> {
  readonly from: State
  readonly event: Event
  readonly to: Step<State, Effect>
}

/** A walk of one flow: from a state, by an event, to another state and its effects. */
export type Walker<State, Event, Effect> = (
  from: State,
  event: Event,
  state: State,
  ...effects: Effect[]
) => WalkOf<State, Event, Effect>

export function walkTo<State, Event, Effect>(
  from: State,
  event: Event,
  state: State,
  ...effects: Effect[]
): WalkOf<State, Event, Effect> {
  return { from, event, to: { state, effects } }
}

export interface FlowMap {
  readonly states: number
  readonly steps: number
  readonly edges: number
  /** All of them, for who draws a map. */
  readonly drawn: readonly Edge[]
  /** Edges that no test walks, and walks along edges that are not there. */
  readonly unwalked: readonly string[]
  readonly unreachable: readonly string[]
  readonly deadEnds: readonly string[]
}

/** Everything a flow can come to, beside what the tests walk. */
export function mapFlow<State, Event extends { readonly type: string }, Effect>(
  flow: Flow<State, Event, Effect>,
  firsts: readonly State[],
  abstraction: Abstraction<State, Event>,
  walks: readonly WalkOf<State, Event, Effect>[],
  /** From everywhere one of these can be reached. */
  goals: readonly string[],
): FlowMap {
  return drawMap([explore(flow, firsts, abstraction)], abstraction.situationOf, walks, goals)
}

/** The same of what was explored part by part. */
export function drawMap<State, Event extends { readonly type: string }, Effect>(
  explored: readonly Exploration<State>[],
  situationOf: (state: State) => string,
  walks: readonly WalkOf<State, Event, Effect>[],
  goals: readonly string[],
): FlowMap {
  const edges = new Map(explored.flatMap((part) => [...part.edges]))
  const walked = new Set(
    walks.map(({ from, event, to }) =>
      edgeName({ from: situationOf(from), event: event.type, to: situationOf(to.state) }),
    ),
  )
  return {
    states: explored.reduce((sum, { states }) => sum + states, 0),
    steps: explored.reduce((sum, { steps }) => sum + steps, 0),
    edges: edges.size,
    drawn: [...edges.values()],
    unwalked: [...edges.keys()].filter((words) => !walked.has(words)),
    unreachable: [...walked].filter((words) => !edges.has(words)),
    deadEnds: deadEnds(edges.values(), new Set(goals)),
  }
}
