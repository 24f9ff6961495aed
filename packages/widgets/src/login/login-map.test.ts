import { describe, it } from 'vitest'
import { expectWhole, walkFlow } from '../flow/walk-flow.suite.ts'
import { mapLogin, situationOf, walks } from './login-map.suite.ts'
import { loginFlow } from './whole-login.ts'

describe('the login flow', () => {
  walkFlow(loginFlow, situationOf, walks)

  it('has no untested transition and no dead end [W-A-08]', () => expectWhole(mapLogin()))
})
