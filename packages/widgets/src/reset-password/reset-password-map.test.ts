import { describe, expect, it } from 'vitest'
import { resetPasswordFlow } from './reset-password.flow.ts'
import { mapResetPassword, situationOf } from './reset-password-map.suite.ts'
import { walks } from './reset-password-walks.suite.ts'

describe('the reset-password flow', () => {
  it.each(
    walks.map(({ from, event, to }) => [
      `${situationOf(from)} ${event.type} ${situationOf(to.state)}`,
      from,
      event,
      to,
    ]),
  )('%s', (_, from, event, to) => {
    expect(resetPasswordFlow(from, event)).toEqual(to)
  })

  it('has no edge that no test walks, and no screen without a way out', () => {
    const { unwalked, unreachable, deadEnds } = mapResetPassword()
    expect({ unwalked, unreachable, deadEnds }).toEqual({ unwalked: [], unreachable: [], deadEnds: [] })
  })
})
