import { describe, it } from 'vitest'
import { expectWhole, testTransitions } from '../flow/test-transitions.suite.ts'
import { mapLogin, situationOf, transitions } from './login-map.suite.ts'
import { loginFlow } from './whole-login.ts'

describe('the login flow', () => {
  testTransitions(loginFlow, situationOf, transitions)

  it('has no untested transition and no dead end [W-A-08]', () => expectWhole(mapLogin()))
})
