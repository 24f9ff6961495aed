import { describe, expect, it } from 'vitest'
import { identityProviderFlow } from './identity-provider.flow.ts'
import { mapIdentityProvider, situationOf } from './identity-provider-map.suite.ts'
import { walks } from './identity-provider-walks.suite.ts'

describe('the flow of the identity-provider widget', () => {
  it.each(
    walks.map(({ from, event, to }) => [
      `${situationOf(from)} ${event.type} ${situationOf(to.state)}`,
      from,
      event,
      to,
    ]),
  )('%s', (_, from, event, to) => {
    expect(identityProviderFlow(from, event)).toEqual(to)
  })

  it('has no edge that no test walks, and no screen without a way out', () => {
    const { unwalked, unreachable, deadEnds } = mapIdentityProvider()
    expect({ unwalked, unreachable, deadEnds }).toEqual({ unwalked: [], unreachable: [], deadEnds: [] })
  })
})
