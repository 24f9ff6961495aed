import { describe, it } from 'vitest'
import { expectWhole, walkFlow } from '../flow/walk-flow.suite.ts'
import { mapLogin, situationOf, walks } from './login-map.suite.ts'
import { loginFlow } from './whole-login.flow.ts'

describe('the login flow', () => {
  walkFlow(loginFlow, situationOf, walks)

  it('has no edge that no test walks, and no screen without a way out [W-A-08]', () => expectWhole(mapLogin()))
})
