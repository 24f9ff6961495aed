import type { Flow, Step } from './step.ts'

/** A transition between two situations, such as `main/sending --magic_link_sent--> email_confirmation`. */
export interface Edge {
  readonly from: string
  readonly event: string
  readonly to: string
}

export interface Exploration<State> {
  /** The number of states. States with the same key count once. */
  readonly states: number
  readonly steps: number
  /** All transitions by name. */
  readonly edges: ReadonlyMap<string, Edge>
  /** One state of each situation. */
  readonly situations: ReadonlyMap<string, State>
}

export interface Abstraction<State, Event> {
  /** The events to try in a state: a finite sample. */
  eventsIn(state: State): readonly Event[]
  /** Equal for equivalent states. Must be finite, so growing numbers are replaced by their rank. */
  keyOf(state: State): string
  /** The situation of the user. */
  situationOf(state: State): string
}

export const edgeName = ({ from, event, to }: Edge): string => `${from} --${event}--> ${to}`

const isCall = (name: string): boolean => /^calls?$|Call$/.test(name)

/** The call numbers in a state, and zero. */
export function callsIn(state: object): number[] {
  const calls = new Set([0])
  JSON.stringify(state, (name, value) => {
    if (isCall(name)) calls.add(value)
    return value
  })
  return [...calls]
}

/** Call numbers only grow, so only their order matters. */
export function keyByRank(state: object): string {
  const ranks = callsIn(state).sort((one, other) => one - other)
  return JSON.stringify(state, (name, value) => {
    if (isCall(name)) return ranks.indexOf(value)
    return name === 'methodId' ? undefined : value
  })
}

/** Visits all reachable states of a flow, breadth first. */
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

/** One transition of a flow with its effects. */
export interface FlowTransition<State, Event, Effect> {
  readonly from: State
  readonly event: Event
  readonly to: Step<State, Effect>
}

/** Creates the expected transition of one flow. */
export type CreateTransition<State, Event, Effect> = (
  from: State,
  event: Event,
  state: State,
  ...effects: Effect[]
) => FlowTransition<State, Event, Effect>

export function createTransition<State, Event, Effect>(
  from: State,
  event: Event,
  state: State,
  ...effects: Effect[]
): FlowTransition<State, Event, Effect> {
  return { from, event, to: { state, effects } }
}

export interface FlowMap {
  readonly states: number
  readonly steps: number
  readonly edges: number
  /** All transitions, for drawings. */
  readonly drawn: readonly Edge[]
  /** Transitions without a test, and tests of transitions that do not exist. */
  readonly untested: readonly string[]
  readonly unreachable: readonly string[]
  readonly deadEnds: readonly string[]
}

/** Compares the reachable transitions of a flow with the tested ones. */
export function mapFlow<State, Event extends { readonly type: string }, Effect>(
  flow: Flow<State, Event, Effect>,
  firsts: readonly State[],
  abstraction: Abstraction<State, Event>,
  transitions: readonly FlowTransition<State, Event, Effect>[],
  /** One of these must be reachable from every situation. */
  goals: readonly string[],
): FlowMap {
  return drawMap([explore(flow, firsts, abstraction)], abstraction.situationOf, transitions, goals)
}

/** The same for a flow that was explored in parts. */
export function drawMap<State, Event extends { readonly type: string }, Effect>(
  explored: readonly Exploration<State>[],
  situationOf: (state: State) => string,
  transitions: readonly FlowTransition<State, Event, Effect>[],
  goals: readonly string[],
): FlowMap {
  const edges = new Map(explored.flatMap((part) => [...part.edges]))
  const tested = new Set(
    transitions.map(({ from, event, to }) =>
      edgeName({ from: situationOf(from), event: event.type, to: situationOf(to.state) }),
    ),
  )
  return {
    states: explored.reduce((sum, { states }) => sum + states, 0),
    steps: explored.reduce((sum, { steps }) => sum + steps, 0),
    edges: edges.size,
    drawn: [...edges.values()],
    untested: [...edges.keys()].filter((words) => !tested.has(words)),
    unreachable: [...tested].filter((words) => !edges.has(words)),
    deadEnds: deadEnds(edges.values(), new Set(goals)),
  }
}
