import { expect, it } from 'vitest'
import type { FlowMap, FlowTransition } from './explore.suite.ts'
import type { Flow } from './step.ts'

/** A test for every expected transition. */
export function testTransitions<State, Event extends { readonly type: string }, Effect>(
  flow: Flow<State, Event, Effect>,
  situationOf: (state: State) => string,
  transitions: readonly FlowTransition<State, Event, Effect>[],
): void {
  it.each(
    transitions.map(
      ({ from, event, to }) =>
        [`${situationOf(from)} ${event.type} ${situationOf(to.state)}`, ...([from, event, to] as const)] as const,
    ),
  )('%s', (_, from, event, to) => {
    expect(flow(from, event)).toEqual(to)
  })
}

/** Every transition is tested, every state is reachable and no state is a dead end. */
export function expectWhole({ untested, unreachable, deadEnds }: FlowMap): void {
  expect({ untested, unreachable, deadEnds }).toEqual({ untested: [], unreachable: [], deadEnds: [] })
}
