import { describe, expect, it } from 'vitest'
import { loginFlow } from './login.flow.ts'
import { mapLogin, situationOf, walks } from './login-map.suite.ts'

describe('the login flow', () => {
  it.each(
    walks.map(({ from, event, to }) => [
      `${situationOf(from)} ${event.type} ${situationOf(to.state)}`,
      from,
      event,
      to,
    ]),
  )('%s', (_, from, event, to) => {
    expect(loginFlow(from, event)).toEqual(to)
  })

  it('has no edge that no test walks, and no screen without a way out [W-A-08]', () => {
    const { unwalked, unreachable, deadEnds } = mapLogin()
    expect({ unwalked, unreachable, deadEnds }).toEqual({ unwalked: [], unreachable: [], deadEnds: [] })
  })
})
