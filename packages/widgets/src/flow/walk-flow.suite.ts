import { expect, it } from 'vitest'
import type { FlowMap, WalkOf } from './explore.suite.ts'
import type { Flow } from './step.ts'

/** A test for every expected transition. */
export function walkFlow<State, Event extends { readonly type: string }, Effect>(
  flow: Flow<State, Event, Effect>,
  situationOf: (state: State) => string,
  walks: readonly WalkOf<State, Event, Effect>[],
): void {
  it.each(
    walks.map(
      ({ from, event, to }) =>
        [`${situationOf(from)} ${event.type} ${situationOf(to.state)}`, ...([from, event, to] as const)] as const,
    ),
  )('%s', (_, from, event, to) => {
    expect(flow(from, event)).toEqual(to)
  })
}

/** Every transition is tested, every state is reachable and no state is a dead end. */
export function expectWhole({ unwalked, unreachable, deadEnds }: FlowMap): void {
  expect({ unwalked, unreachable, deadEnds }).toEqual({ unwalked: [], unreachable: [], deadEnds: [] })
}
