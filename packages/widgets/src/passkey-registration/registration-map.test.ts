import { describe, expect, it } from 'vitest'
import { registrationFlow } from './passkey-registration.flow.ts'
import { mapRegistration, situationOf } from './registration-map.suite.ts'
import { walks } from './registration-walks.suite.ts'

describe('the flow of passkey registration', () => {
  it.each(
    walks.map(({ from, event, to }) => [
      `${situationOf(from)} ${event.type} ${situationOf(to.state)}`,
      from,
      event,
      to,
    ]),
  )('%s', (_, from, event, to) => {
    expect(registrationFlow(from, event)).toEqual(to)
  })

  it('has no edge that no test walks, and no screen without a way out', () => {
    const { unwalked, unreachable, deadEnds } = mapRegistration()
    expect({ unwalked, unreachable, deadEnds }).toEqual({ unwalked: [], unreachable: [], deadEnds: [] })
  })
})
